// A small css-in-js: css`...` makes a class with a fresh name.
const sheet = document.head.appendChild(document.createElement('style'));
function css(strings) {
  const name = 'px' + Math.random().toString(36).slice(2, 9);
  sheet.append(strings[0].replaceAll('&', '.' + name) + '\n');
  return name;
}
sheet.append('* { box-sizing: border-box; } body { margin: 0; background: #eef1ee; color: #23302a; font: 16px/24px Arial, sans-serif; }\n');
sheet.append('@keyframes turn { to { transform: rotate(360deg); } } @keyframes pulse { 50% { opacity: .2; } }\n');
const styles = {
  page: css`& { width: 1000px; margin: 0 auto; padding: 28px 0; }`,
  head: css`& { display: flex; justify-content: space-between; align-items: center; height: 56px; } & h1 { margin: 0; font-size: 28px; line-height: 36px; }`,
  live: css`& { display: flex; align-items: center; gap: 8px; color: #2d7d46; } &::before { content: ''; width: 12px; height: 12px; border-radius: 6px; background: #2d7d46; animation: pulse 1s infinite; }`,
  list: css`& { display: grid; gap: 12px; margin-top: 16px; }`,
  row: css`& { display: grid; grid-template-columns: 140px 1fr 200px 110px; align-items: center; height: 74px; padding: 0 20px; background: #fff; border-left: 6px solid #b7c4bb; } &[data-state=here] { border-color: #2d7d46; } &[data-state=late] { border-color: #c8702a; }`,
  code: css`& { font: bold 16px/24px "Courier New", monospace; }`,
  spin: css`& { width: 22px; height: 22px; border: 3px solid #d3dcd6; border-top-color: #23302a; border-radius: 50%; animation: turn .8s linear infinite; }`,
  button: css`& { width: 110px; height: 36px; border: 1px solid #23302a; border-radius: 3px; background: #fff; color: #23302a; font: 14px/20px Arial, sans-serif; } &:hover { background: #e0e8e2; }`,
  fade: css`& { transition: opacity .4s, background-color .4s; } &.handed { opacity: .5; background: #f6f8f6; }`
};
