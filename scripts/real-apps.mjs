// Checks real apps from npm in all browsers and writes docs/real-apps.md. Run it by `make bench-real`.
//
// Apps are installed below target/subjects, where git does not look; reports stay in target/real/NAME.
// Names as arguments pick apps; the rows of the others are made of the reports that are there.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

const TODO = ['todomvc', '0.1.1'];
/** Name, package and version, and the folder of its page below the installation; none if the page is ours. */
const APPS = [
  ...['backbone', 'angularjs', 'knockoutjs', 'react', 'vue', 'vanillajs', 'emberjs', 'dojo', 'mithril', 'ractive'].map((name) => [`todomvc-${name}`, ...TODO, `node_modules/todomvc/examples/${name}`]),
  ['jquery-ui', 'jquery-ui-dist', '1.13.2', 'node_modules/jquery-ui-dist'],
  ['jsoneditor', 'jsoneditor', '9.10.5', ''],
  ['chart.js', 'chart.js', '1.0.2', ''],
  ['fullcalendar', 'fullcalendar', '6.1.15', ''],
  ['quill', 'quill', '1.3.7', ''],
  ['reveal.js', 'reveal.js', '4.6.1', 'node_modules/reveal.js'],
  ['x-data-spreadsheet', 'x-data-spreadsheet', '1.1.9', 'node_modules/x-data-spreadsheet/dist'],
  ['codemirror', 'codemirror', '5.65.16', ''],
  ['cytoscape', 'cytoscape', '3.30.2', ''],
  ['swagger', 'swagger-ui-dist', '5.17.14', ''],
  ['tinymce', 'tinymce', '6.8.4', ''],
  ['blockly', 'blockly', '10.4.3', ''],
  ['handsontable', 'handsontable', '6.2.2', ''],
];
const LIMITS = ['--max-states', '8', '--time', '30'];

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** Installs a package unless it is there, puts our page beside it, and returns the folder to check. */
function prepare([name, npmName, version, page]) {
  const folder = `target/subjects/${npmName}`;
  mkdirSync(folder, { recursive: true });
  if (read(`${folder}/node_modules/${npmName}/package.json`)?.version !== version) {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, `${npmName}@${version}`];
    const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`npm cannot install ${npmName}@${version}`);
  }
  const own = `benches/subjects/${name}`;
  if (page === '' && existsSync(own)) cpSync(own, folder, { recursive: true });
  return page === '' ? folder : `${folder}/${page}`;
}

function check(app) {
  const [name] = app;
  const folder = prepare(app);
  const out = `target/real/${name}`;
  rmSync(out, { recursive: true, force: true });
  const began = Date.now();
  const { status } = spawnSync('target/release/xcheck', ['check', folder, '--out', out, ...LIMITS], { stdio: ['ignore', 'ignore', 'inherit'] });
  const seconds = Math.round((Date.now() - began) / 1000);
  mkdirSync(out, { recursive: true });
  writeFileSync(`${out}/bench.json`, JSON.stringify({ status, seconds }));
}

function row([name, npmName, version]) {
  const out = `target/real/${name}`;
  const report = read(`${out}/report.json`);
  const bench = read(`${out}/bench.json`);
  const graph = read(`${out}/sessions-1/graph.json`);
  const app = `| ${name} | ${npmName}@${version} `;
  if (!report || !graph) return `${app}| – | – | – | – | ${bench ? `ended with ${bench.status}` : 'not run'} |`;
  const found = report.xbis.map((xbi) => xbi.browser);
  const by = (browser) => found.filter((it) => it === browser).length;
  const xbis = found.length === 0 ? '0' : `${found.length} (${by('firefox')} Firefox, ${by('webkit')} WebKit)`;
  return `${app}| ${graph.states.length} | ${report.sessions.length} | ${report.events} | ${xbis} | ${bench?.seconds ?? '–'} |`;
}

const wanted = process.argv.slice(2);
for (const app of APPS) if (wanted.length === 0 || wanted.includes(app[0])) check(app);
writeFileSync('docs/real-apps.md', `# Real apps

What \`xcheck check ${LIMITS.join(' ')}\` makes of apps that others wrote, in three engines, written by \`make bench-real\`.
Whether each finding is true is in [real-apps-judged.md](real-apps-judged.md).
Seconds are of one run on two busy cores, the recording in Chromium and two replays in each engine included.

| app | package | states | sessions | events | XBIs | seconds |
|---|---|---|---|---|---|---|
${APPS.map(row).join('\n')}
`);
