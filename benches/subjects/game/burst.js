const channel = new MessageChannel();
let left = 2000;
await new Promise((done) => {
  channel.port1.onmessage = () => {
    tick(performance.now());
    burst({ x: Math.random() * 640, y: 200 });
    if (--left === 0) {
      done();
    } else {
      channel.port2.postMessage(left);
    }
  };
  channel.port2.postMessage(left);
});
