var map = document.getElementById('map');
var names = { west: 'West isles', north: 'North cape' };
var visits = 0;

document.querySelectorAll('[data-map]').forEach(function (button) {
  button.addEventListener('click', function () {
    document.querySelector('.current').classList.remove('current');
    button.classList.add('current');
    map.src = 'maps/' + button.dataset.map + '.svg';
    map.alt = 'Map of ' + names[button.dataset.map];
    document.getElementById('name').textContent = names[button.dataset.map];
  });
});

document.querySelectorAll('[data-view]').forEach(function (button) {
  button.addEventListener('click', function () {
    map.className = button.dataset.view;
    document.getElementById('legend').textContent = button.textContent;
    visits += 1;
    document.getElementById('visits').textContent = visits === 1 ? 'One place looked at.' : visits + ' places looked at.';
  });
});
