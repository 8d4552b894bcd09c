// sum := product (('+' | '-') product)*; product := atom (('*' | '/') atom)*
function evaluate(source, lookUp) {
  const tokens = source.match(/\d+(\.\d+)?|[a-z]+|\S/g) ?? [];
  let at = 0;
  function atom() {
    const token = tokens[at++];
    if (token === undefined) throw new SyntaxError('The formula ends too early');
    if (/^\d/.test(token)) return Number(token);
    if (/^[a-z]/.test(token)) return lookUp(token);
    if (token === '(') {
      const value = sum();
      if (tokens[at++] !== ')') throw new SyntaxError('A bracket is not closed');
      return value;
    }
    throw new SyntaxError(`Unexpected sign ${token}`);
  }
  function product() {
    let value = atom();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const isTimes = tokens[at++] === '*';
      const other = atom();
      if (!isTimes && other === 0) throw new RangeError('Divided by nothing');
      value = isTimes ? value * other : value / other;
    }
    return value;
  }
  function sum() {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  }
  const value = sum();
  if (at < tokens.length) throw new SyntaxError(`Unexpected sign ${tokens[at]}`);
  return value;
}
