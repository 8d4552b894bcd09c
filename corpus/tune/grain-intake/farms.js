'use strict';

const farms = [
  ['Ashcombe', 'Contract 44, wheat'], ['Brook End', 'Contract 12, wheat'], ['Harrow Hill', 'Contract 7, barley'],
  ['Hatch Farm', 'No contract'], ['Hay Lane', 'Contract 31, oats'], ['Low Moor', 'Contract 18, oats'], ['Priory', 'No contract'],
];
const suggest = (found) => {
  at('farms').innerHTML = found.map(([name, about]) => `<li data-farm="${name}"><b>${name}</b><small>${about}</small></li>`).join('');
};

at('farm').when('input')
  .map((event) => event.target.value.trim().toLowerCase())
  .map((letters) => (letters ? farms.filter(([name]) => name.toLowerCase().startsWith(letters)) : []))
  .subscribe(suggest);

at('farms').when('click')
  .map((event) => event.target.closest('[data-farm]'))
  .filter(Boolean)
  .subscribe((item) => {
    at('farm').value = item.dataset.farm;
    at('farm').title = item.querySelector('small').textContent;
    suggest([]);
  });
