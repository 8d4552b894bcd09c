"use strict";

/** The open tabs by key, in the order in which they were opened. */
const tabs = new Map();

/**
 * Activates the tab of this key. A tab that is not open yet is added first,
 * and `fill` is called once to get what its panel shows.
 */
function openTab(key, title, fill, closable = true) {
  if (!tabs.has(key)) {
    tabs.set(key, addTab(key, title, closable));
    fill(tabs.get(key).panel);
  }
  activateTab(key);
}

function addTab(key, title, closable) {
  const id = `panel-${Math.random().toString(36).slice(2, 8)}`;
  const tab = element("div", "tab");
  tab.dataset.tab = key;

  const label = element("button", "", title);
  label.type = "button";
  label.setAttribute("role", "tab");
  label.setAttribute("aria-controls", id);
  label.addEventListener("click", () => activateTab(key));
  tab.append(label);

  if (closable) {
    const close = element("button", "close", "×");
    close.type = "button";
    close.setAttribute("aria-label", `Close ${title}`);
    close.addEventListener("click", () => closeTab(key));
    tab.append(close);
  }

  const panel = element("section", "panel");
  panel.id = id;
  panel.setAttribute("role", "tabpanel");
  panel.append(element("p", "waiting", "Fetching books…"));

  document.getElementById("tablist").append(tab);
  document.getElementById("panels").append(panel);
  return { tab, label, panel };
}

function activateTab(activeKey) {
  for (const [key, { tab, label, panel }] of tabs) {
    const isActive = key === activeKey;
    tab.classList.toggle("active", isActive);
    label.setAttribute("aria-selected", String(isActive));
    panel.hidden = !isActive;
  }
}

function closeTab(key) {
  const { tab, panel } = tabs.get(key);
  const wasActive = tab.classList.contains("active");
  tab.remove();
  panel.remove();
  tabs.delete(key);
  if (wasActive) {
    activateTab([...tabs.keys()].at(-1));
  }
}
