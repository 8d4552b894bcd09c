const reports = [
  { street: 'Am Deich', post: '114', kind: 'Dark', urgent: 1 },
  { street: 'Fährweg', post: '7b', kind: 'Leans', urgent: 0 },
  { street: 'Kirchplatz', post: '31', kind: 'Flickers', urgent: 2 },
];
const get = (id) => document.getElementById(id);

function draw() {
  const rows = get('rows');
  rows.textContent = '';
  for (const report of [...reports].sort((a, b) => b.urgent - a.urgent)) {
    const row = rows.insertRow();
    row.insertCell().textContent = report.street;
    row.insertCell().textContent = report.post;
    row.insertCell().textContent = report.kind;
    row.insertCell().textContent = ['no', 'soon', 'very', 'at once'][report.urgent];
  }
}

get('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const urgent = ['school', 'cross', 'night'].filter((id) => get(id).checked).length;
  reports.push({ street: get('street').value, post: get('post').value, kind: get('kind').value, urgent });
  get('street').value = get('post').value = '';
  draw();
});
draw();
