'use strict';

const loads = [
  { no: 311, farm: 'Ashcombe', grain: 'Wheat', bin: 'A1', net: 16.4, moisture: 14.2 },
  { no: 312, farm: 'Brook End', grain: 'Wheat', bin: 'A1', net: 15.85, moisture: 15.1 },
  { no: 313, farm: 'Harrow Hill', grain: 'Barley', bin: 'B1', net: 17.1, moisture: 13.8 },
  { no: 314, farm: 'Ashcombe', grain: 'Wheat', bin: 'A2', net: 16.05, moisture: 14.6 },
  { no: 315, farm: 'Low Moor', grain: 'Oats', bin: 'B1', net: 12.9, moisture: 13.1 },
];
const scale = { tare: 8.2 };
const at = (id) => document.getElementById(id);
const dryOf = ({ net, moisture }) => net * (100 - moisture) / 86;

function draw() {
  at('loads').innerHTML = loads.map((load) => `<tr>
    <td>${load.no}</td><td>${load.farm}</td><td>${load.grain}</td><td>${load.bin}</td>
    <td>${load.net.toFixed(2)}</td><td>${load.moisture.toFixed(1)} %</td><td>${dryOf(load).toFixed(2)}</td></tr>`).join('');
  at('net').textContent = loads.reduce((sum, { net }) => sum + net, 0).toFixed(2);
  at('dry').textContent = loads.reduce((sum, load) => sum + dryOf(load), 0).toFixed(2);
}

function weigh() {
  const { gross, moisture } = at('load').elements;
  if (!gross.value) return null;
  return { net: gross.valueAsNumber - scale.tare, moisture: moisture.valueAsNumber };
}

function advise() {
  const load = weigh();
  at('says').textContent = !load ? 'Gross weight, please.'
    : load.net <= 0 ? 'That is less than the lorry.'
      : `${load.net.toFixed(2)} t net, ${dryOf(load).toFixed(2)} t dry${load.moisture > 15 ? ', to the dryer' : ''}.`;
}

const actions = {
  book() {
    const load = weigh();
    if (!load) return;
    const { farm, grain, bin } = at('load').elements;
    loads.push({ no: loads.at(-1).no + 1, farm: farm.value || 'Unnamed', grain: grain.value, bin: bin.value, ...load });
    draw();
    at('says').textContent = `Load ${loads.at(-1).no} is booked.`;
  },
};

document.addEventListener('input', (event) => { if (event.target.closest('#load')) advise(); });
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-do]');
  if (button) actions[button.dataset.do]();
});
draw();
