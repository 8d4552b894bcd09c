//! Scripts, frames and workers: what runs, in which order, and what it sees.

use crate::book::{Agent, Book, html, measured};
use crate::same_on_every_engine;

same_on_every_engine!(scripts);

fn scripts() -> Book {
    let book = frames(Book::new());
    let book = order(book);
    let book = workers(book);
    writing(book)
}

fn frames(book: Book) -> Book {
    let leaf = html("", "<p id=leaf>leaf</p>");
    let middle = html("", "<iframe src=/leaf name=a></iframe><iframe src=/leaf?2 name=b></iframe>");
    // Frames of another origin tell what they saw; the tree only holds it in a stripped attribute.
    let stranger = html(
        "",
        "<iframe src=/leaf></iframe><script>onload = () => parent.postMessage([root.dataset.agent, \
         document.scripts.length, document.body.innerHTML.length, frames[0].document.documentElement.dataset.agent], '*');\
         </script>",
    );
    let top = html(
        "",
        "<iframe src=/middle></iframe><script>measure(async () => {\n\
         const frame = document.createElement('iframe');\n\
         const heard = new Promise(resolve => onmessage = event => resolve([event.origin, event.data]));\n\
         frame.src = location.origin.replace('127.0.0.1', 'localhost') + '/stranger';\n\
         document.body.append(frame);\n\
         const [origin, [own, n_scripts, n_chars, inner]] = await heard;\n\
         root.setAttribute('data-agent-a', own);\n\
         root.setAttribute('data-agent-b', inner);\n\
         return [origin, n_scripts, n_chars, frames.length, frames[0].frames.length];\n\
         });</script>",
    );
    // Documents that never were on a wire have no agent.
    let wireless = measured(
        "const add = async (prepare) => {\n\
           const frame = document.createElement('iframe');\n\
           const loaded = new Promise(resolve => frame.onload = resolve);\n\
           prepare(frame);\n\
           document.body.append(frame);\n\
           await loaded;\n\
           return [frame.contentWindow.length, frame.contentDocument && frame.contentDocument.URL.slice(0, 5)];\n\
         };\n\
         return [\n\
           await add(frame => {}),\n\
           await add(frame => frame.srcdoc = '<script>document.title = 1</script><p>srcdoc'),\n\
           await add(frame => frame.src = URL.createObjectURL(new Blob(['<p>blob'], { type: 'text/html' }))),\n\
           await add(frame => frame.src = \"javascript:'<p>from a script'\"),\n\
         ];",
    );
    book.html("/leaf", leaf)
        .html("/middle", middle)
        .html("/stranger", stranger)
        .page("/frames", top)
        .page("/wireless", wireless)
        .with_agent(Agent::InPage)
}

fn order(book: Book) -> Book {
    let head = "<script>var order = ['inline in head']; document.addEventListener('readystatechange', () => \
         order.push(document.readyState)); document.addEventListener('DOMContentLoaded', () => order.push('DOMContentLoaded'));\
         addEventListener('load', () => order.push('load')); </script>\
         <script src=/external.js></script>\
         <script defer src=/deferred.js></script>\
         <script type=module>import { name } from '/module.js'; order.push('module imports ' + name);\
         import('/late.js').then(late => self.late = late.name);</script>\
         <script type=module src=/top-module.js></script>\
         <script async src=/async.js></script>\
         <script type=text/plain>not a script</script>\
         <script nomodule>order.push('nomodule')</script>\
         <script type=importmap>{\"imports\": {\"bare\": \"/bare.js\"}}</script>";
    let body = "<script>order.push('inline in body ' + document.currentScript.outerHTML.length)</script>\
         <script>measure(async () => {\n\
           await new Promise(resolve => addEventListener('load', () => setTimeout(resolve)));\n\
           while (!self.async_ran || !self.late) await new Promise(resolve => setTimeout(resolve, 5));\n\
           const bare = await import('bare');\n\
           const script = document.createElement('script');\n\
           const loaded = new Promise(resolve => script.onload = resolve);\n\
           script.src = '/external.js?again';\n\
           document.head.append(script);\n\
           await loaded;\n\
           const failed = await new Promise(resolve => { const s = document.createElement('script');\n\
             s.onerror = () => resolve('error event'); s.src = '/missing.js'; document.head.append(s); });\n\
           return [order, late, bare.name, failed, document.scripts[0].textContent.length,\n\
             [...document.head.children].map(e => e.localName), document.head.childNodes.length,\n\
             document.head.firstChild.nodeType, document.head.firstElementChild.localName,\n\
             document.querySelectorAll('script').length, Object.keys(self).includes('agentRan')];\n\
         });</script>";
    // Where uncaught errors are said to be: not on the agent's line, so even the columns are the same.
    let errors = html(
        "<script>var seen = []; onerror = (text, file, line, column) => { seen.push([text, file, line, column]); };</script>\n\
         <script>undefined_function();</script>\n<script>syntax error</script>",
        "<script>measure(async () => { try { null.x } catch (error) { seen.push(error.stack) } return seen; })</script>",
    );
    book.page("/order", html(head, body))
        .page("/errors", errors)
        .script(
            "/external.js",
            "order.push('external ' + document.currentScript.getAttribute('src'))",
        )
        .script("/deferred.js", "order.push('deferred')")
        .script("/async.js", "self.async_ran = true")
        .script("/module.js", "export const name = 'module.js'")
        .script("/top-module.js", "import { name } from '/second.js'; order.push('second ' + name)")
        .script("/late.js", "export const name = import.meta.url")
        .script("/second.js", "export const name = 'second.js'")
        .script("/bare.js", "export const name = 'bare'")
}

fn workers(book: Book) -> Book {
    let work = "
        const hear = (port) => new Promise((resolve, reject) => {
          port.onmessage = event => resolve(event.data);
          port.onerror = event => resolve('error ' + event.message);
        });
        const classic = new Worker('/worker.js');
        const module = new Worker('/worker-module.js', { type: 'module' });
        const shared = new SharedWorker('/shared.js');
        const blob = new Worker(URL.createObjectURL(new Blob(
          ['postMessage([typeof agentRan, location.protocol])'], { type: 'text/javascript' })));
        const missing = new Worker('/no-worker.js');
        return await Promise.all([hear(classic), hear(module), hear(shared.port), hear(blob),
          new Promise(resolve => missing.onerror = event => resolve(event.type))]);";
    let inner = "typeof agentRan, self.constructor.name, location.href";
    book.measured("/workers", work)
        .script(
            "/worker.js",
            &format!(
                "importScripts('/worker-part.js');\n\
                 const nested = new Worker('/worker-nested.js');\n\
                 nested.onmessage = async (event) => {{\n\
                   const page = await (await fetch('/leaf')).text();\n\
                   postMessage([{inner}, part, event.data, page.length, page.includes('agent')]);\n\
                 }};"
            ),
        )
        .script("/worker-part.js", "var part = 'imported'")
        .script("/worker-nested.js", "postMessage(['nested', typeof agentRan])")
        .script(
            "/worker-module.js",
            &format!("import {{ name }} from '/module.js';\npostMessage([{inner}, name]);"),
        )
        .script(
            "/shared.js",
            &format!("onconnect = event => event.ports[0].postMessage([{inner}])"),
        )
}

fn writing(book: Book) -> Book {
    let during = html(
        "<script>document.write('<script>var written = 1<\\/script><title>written</title>');\
         document.write('<script src=/written.js><\\/script>')</script>",
        "<script>document.write('<p>one'); document.write('<b>two</b></p><!-- ', 'three -->');\
         document.writeln('<div id=unclosed>')</script>inside\
         <script>document.write('<script>document.write(\"<i>nested</i>\")<\\/script>')</script>\
         <script>measure(async () => [written, document.title, document.scripts.length])</script>",
    );
    let after = html(
        "",
        "<p>before</p><script>root.setAttribute('data-waits', ''); addEventListener('load', () => setTimeout(() => {\
         document.open(); document.write('<!doctype html><html data-waits><body><p>after</p><script>\
         document.documentElement.setAttribute(\"data-measured\", document.scripts.length + typeof measure);\
         document.documentElement.setAttribute(\"data-done\", \"\")<\\/script>'); document.close(); }));</script>",
    );
    let frame = measured(
        "const frame = document.createElement('iframe');\n\
         document.body.append(frame);\n\
         const inner = frame.contentDocument;\n\
         inner.open(); inner.write('<!doctype html><title>t</title><p>written into'); inner.close();\n\
         const parsed = new DOMParser().parseFromString('<p>parsed', 'text/html');\n\
         const made = document.implementation.createHTMLDocument('made');\n\
         return [inner.compatMode, parsed.documentElement.outerHTML, made.documentElement.outerHTML];",
    );
    book.page("/writing", during)
        .script("/written.js", "document.write('<meta name=from-external>')")
        .page("/writing-later", after)
        .page("/writing-into", frame)
        .with_agent(Agent::InPage)
}
