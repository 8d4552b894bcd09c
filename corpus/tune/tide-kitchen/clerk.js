addEventListener('message', ({ data: { parts, guests } }) => {
  const weight = parts.reduce((sum, { each, unit }) => sum + (unit === 'pieces' ? each * 60 : each), 0) * guests;
  postMessage({ weight, minutes: 15 + Math.ceil(weight / 200) });
});
