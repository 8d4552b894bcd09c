for (const [id, tea] of Object.entries(teas)) {
  const a = document.createElement('a');
  a.className = 'card';
  a.id = id;
  a.href = 'tea.html?id=' + id;
  a.innerHTML = `<i style="background: ${tea.color}"></i><span>${tea.name}</span><span>${money(tea.price)}</span>`;
  document.querySelector('#shelf').append(a);
}
const seen = JSON.parse(sessionStorage.getItem('seen') || '[]');
document.querySelector('#seen').textContent = seen.length ? 'You looked at: ' + seen.map(id => teas[id].name).join(', ') : '';
document.querySelector('#seen').style.marginTop = '24px';
