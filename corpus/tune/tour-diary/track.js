'use strict';

const title = (url) => new URL(url).pathname.slice(1).replace('.html', '').replace(/^(index)?$/, 'start');

const seen = navigation.entries().slice(0, navigation.currentEntry.index + 1);
document.getElementById('trail').replaceChildren(...seen.slice(-4).map(({ url }) => {
  const item = document.createElement('li');
  item.textContent = `By way of the ${title(url)}`;
  return item;
}));
document.getElementById('back').textContent = navigation.canGoBack ? `The page before was the ${title(seen.at(-2).url)}.` : 'This is the first page.';
