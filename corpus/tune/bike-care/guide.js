const opened = new Set();

document.querySelectorAll('.job-head').forEach((head) => {
  head.addEventListener('click', () => {
    const job = head.closest('.job');
    const open = job.classList.toggle('is-open');
    head.setAttribute('aria-expanded', String(open));
    if (open) opened.add(job.id);
    document.querySelector('#done').textContent = `${opened.size} of 3 guides opened`;
  });
});
