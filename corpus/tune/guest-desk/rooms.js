export const rooms = {
  2: 'Two beds of 90 by 200, a desk, and the morning sun. 74 euros with breakfast.',
  5: 'One bed of 160 by 200 and a stove that is lit at six. 92 euros with breakfast.',
  7: 'Four beds under the roof, mind the third beam. 120 euros with breakfast.',
};
