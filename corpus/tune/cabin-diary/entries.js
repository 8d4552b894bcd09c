const entries = {
  '2025-08-03': { who: 'Anna', words: 'Swept the chimney. Two bats moved out, one stayed.' },
  '2025-08-09': { who: 'Jonas', words: 'Rain all day. Played cards until the lamp gave up.' },
  '2025-08-10': { who: 'Jonas', words: 'Clear morning, walked to the dam and back in four hours.' },
  '2025-08-16': { who: 'Family Berg', words: 'Children found the old sledge. The stove pipe is loose again.' },
  '2025-08-22': { who: 'Anna', words: 'Blueberries on the north slope, six pots of jam.' },
  '2025-08-30': { who: 'Olga', words: 'First frost at the pump. Closed the upper shutters.' },
  '2025-09-06': { who: 'Olga', words: 'Fog to the knees, deer in the orchard.' },
  '2025-09-13': { who: 'Mats', words: 'Repaired the stove pipe with a tin of beans.' },
};
