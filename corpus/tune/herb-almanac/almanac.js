const herbs = {
  sage: {
    name: 'Garden sage', latin: 'Salvia officinalis',
    dates: [['Sage', 'April', 'May'], ['Chervil', 'March', 'May'], ['Dill', 'April', 'July']],
    keep: ['Dry in small bunches', 'Freeze in butter', 'Never wash before drying'],
    text: [
      'Cut sage on the second dry morning after rain, when the oil is back in the leaf and the stem still bends without breaking. Take the upper third only and leave the wood alone.',
      'The old gardeners planted it beside the well, because it wants stony ground and a warm wall but will not forgive a forgotten week in August.',
      'For the kitchen, the small leaves are best: fried in butter until they stop hissing, then salted at once. The large ones are for tea and for the bees, who will come in any case.',
    ],
  },
  lovage: {
    name: 'Lovage', latin: 'Levisticum officinale',
    dates: [['Lovage', 'March', 'June'], ['Parsley', 'March', 'June'], ['Borage', 'April', 'July']],
    keep: ['Chop and salt in layers', 'Dry the stems for broth', 'Share with the neighbours'],
    text: [
      'One plant of lovage is enough for a street. It stands taller than the fence by midsummer and smells of soup from the gate on, which is why half the village calls it by the name of a seasoning.',
      'Pick the young leaves from the heart of the plant and cut the flower stems as soon as they show, unless you want the seeds for bread.',
      'It asks for deep and damp soil and for patience in the first year. From the third year on it asks for nothing but a spade around it, so that it does not eat the path.',
    ],
  },
  yarrow: {
    name: 'Yarrow', latin: 'Achillea millefolium',
    dates: [['Yarrow', 'May', 'July'], ['Marjoram', 'April', 'July'], ['Savory', 'April', 'August']],
    keep: ['Hang head down in the dark', 'Store in tins, not glass', 'Use within the year'],
    text: [
      'Yarrow is ready when the flat white heads feel like cloth. Cut them with a hand of stem at noon, and do it before the meadow is mown, for it never tastes the same after the second growth.',
      'It is bitter, and that is its use: three young leaves chopped into curd cheese are a cure for any spring, and six are too many.',
      'Leave a third of the plants standing for the hoverflies. They repay you in September, when the aphids have moved to the neighbours and not to your beans.',
    ],
  },
};
const marked = new Set();
let shown = 'sage';

const byId = (id) => document.getElementById(id);
const tag = (name, ...content) => {
  const element = document.createElement(name);
  element.append(...content);
  return element;
};

function show(key) {
  shown = key;
  const herb = herbs[key];
  byId('name').textContent = herb.name;
  byId('latin').textContent = herb.latin;
  byId('calendar').replaceChildren(...herb.dates.map((row) => tag('tr', ...row.map((cell) => tag('td', cell)))));
  byId('keep').replaceChildren(...herb.keep.map((line) => tag('li', line)));
  byId('text').replaceChildren(...herb.text.map((line) => tag('p', line)));
  byId('marked').textContent = marked.size ? `${marked.size} marked` : '';
  for (const button of document.querySelectorAll('nav button')) button.classList.toggle('on', button.dataset.herb === key);
}

document.querySelector('nav').addEventListener('click', (event) => {
  if (event.target.dataset.herb) show(event.target.dataset.herb);
});
byId('bigger').addEventListener('click', () => document.querySelector('.story').classList.toggle('big'));
byId('mark').addEventListener('click', () => { marked.add(shown); show(shown); });
show('sage');
