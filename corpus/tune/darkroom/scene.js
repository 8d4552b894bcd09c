function drawScene(ctx, w, h) {
  const sky = ctx.createLinearGradient(0, 0, 0, h);
  sky.addColorStop(0, '#2d5f9e');
  sky.addColorStop(0.55, '#f2a65a');
  sky.addColorStop(1, '#f7e3b0');
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, w, h);
  ctx.fillStyle = '#fff3c4';
  ctx.beginPath();
  ctx.arc(w * 0.68, h * 0.42, 46, 0, Math.PI * 2);
  ctx.fill();
  const ridges = [['#7a6aa0', 0.55, 60], ['#4f7f68', 0.68, 44], ['#2f5a3c', 0.82, 30]];
  ridges.forEach(([color, base, height], n) => {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(0, h);
    for (let x = 0; x <= w; x += 4) {
      const wave = Math.sin(x / (90 - n * 18) + n * 2) + Math.sin(x / 41 + n) * 0.5;
      ctx.lineTo(x, h * base - wave * height * 0.6);
    }
    ctx.lineTo(w, h);
    ctx.fill();
  });
  ctx.fillStyle = '#b5342c';
  ctx.fillRect(150, 372, 70, 48);
  ctx.fillStyle = '#6b1f1a';
  ctx.beginPath();
  ctx.moveTo(140, 372);
  ctx.lineTo(185, 338);
  ctx.lineTo(230, 372);
  ctx.fill();
}
