const rows = [
  [1, 'Discovery', 34, 121, 8, 'thin late'],
  [2, 'James Grieve', 0, 98, 143, ''],
  [3, 'Cox’s Orange', 0, 12, 208, 'scab on the east side'],
  [4, 'Red Windsor', 0, 77, 165, ''],
  [5, 'Bramley', 0, 5, 1096, 'two ladders needed'],
  [6, 'Egremont Russet', 0, 0, 187, 'wait for frost'],
  [7, 'Katy', 18, 240, 31, ''],
];
const total = (row) => row[2] + row[3] + row[4];
const cells = (values) => values.map((v, i) => `<td${i > 1 && i < 6 ? ' class="n"' : ''}>${v}</td>`).join('');

function show(order) {
  const best = Math.max(...rows.map(total));
  document.querySelector('#yield tbody').innerHTML = order.map((row) => {
    const [number, name, july, august, september, note] = row;
    return `<tr${total(row) === best ? ' class="best"' : ''}>${cells([number, name, july, august, september, total(row), note])}</tr>`;
  }).join('');
  const sums = [2, 3, 4].map((i) => rows.reduce((sum, row) => sum + row[i], 0));
  document.querySelector('#yield tfoot').innerHTML =
    `<tr>${cells(['', 'All rows', ...sums, sums.reduce((a, b) => a + b), ''])}</tr>`;
  document.getElementById('best').textContent = rows.find((row) => total(row) === best)[1];
}

for (const box of document.querySelectorAll('[data-col]')) {
  box.addEventListener('change', () => {
    document.getElementById(`col-${box.dataset.col}`).classList.toggle('off', !box.checked);
  });
}
document.getElementById('rank').addEventListener('click', () => show([...rows].sort((a, b) => total(b) - total(a))));
document.getElementById('plain').addEventListener('click', () => show(rows));
show(rows);
