'use strict';

function settle() {
  scale.tare = 8.46;
  at('reading').textContent = scale.tare.toFixed(2);
  at('state').textContent = 'Settled, kept as tare.';
  at('tare').disabled = false;
  advise();
}

actions.tare = () => {
  at('tare').disabled = true;
  at('state').textContent = 'Settling, wait for it.';
  at('reading').textContent = '-.--';
  scheduler.postTask(settle, { delay: 120, priority: 'user-visible' });
};
