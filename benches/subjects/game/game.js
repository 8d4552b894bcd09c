"use strict";

const PLAYER_SPEED = 420;
const STONE_EVERY_MS = 60;

const sky = document.getElementById("sky");
const pen = sky.getContext("2d");
const held = new Set();
window.game = { x: 320, score: 0, lives: 9, frames: 0, elapsed: 0, stones: [], shots: [], sparks: [] };
let began = 0;
let last = 0;
let nextStone = 0;

function tick(now) {
  const seconds = Math.min(now - last, 50) / 1000;
  last = now;
  game.elapsed = now - began;
  game.frames += 1;
  if (held.has("ArrowLeft")) game.x = Math.max(20, game.x - PLAYER_SPEED * seconds);
  if (held.has("ArrowRight")) game.x = Math.min(620, game.x + PLAYER_SPEED * seconds);
  if (now >= nextStone) {
    nextStone = now + STONE_EVERY_MS;
    game.stones.push({ x: Math.random() * 640, y: -10, size: 6 + Math.random() * 14, speed: 80 + Math.random() * 160 });
  }
  for (const shot of game.shots) shot.y -= 500 * seconds;
  for (const stone of game.stones) {
    stone.y += stone.speed * seconds;
    const shot = game.shots.find((shot) => Math.hypot(shot.x - stone.x, shot.y - stone.y) < stone.size + 4);
    if (shot) {
      burst(stone);
      shot.y = stone.y = 1000;
      game.score += 10;
    } else if (stone.y > 380 && stone.y < 400 && Math.abs(stone.x - game.x) < 24) {
      burst(stone);
      stone.y = 1000;
      game.lives = Math.max(0, game.lives - 1);
    }
  }
  for (const spark of game.sparks) {
    spark.x += spark.dx * seconds;
    spark.y += spark.dy * seconds;
    spark.life -= seconds;
  }
  game.stones = game.stones.filter((stone) => stone.y < 420);
  game.shots = game.shots.filter((shot) => shot.y > -10 && shot.y < 500);
  game.sparks = game.sparks.filter((spark) => spark.life > 0);
}

function burst({ x, y }) {
  for (let n = 0; n < 20; n++) {
    const angle = Math.random() * 2 * Math.PI;
    const speed = 40 + Math.random() * 160;
    const [dx, dy] = [Math.cos(angle) * speed, Math.sin(angle) * speed];
    game.sparks.push({ x, y, dx, dy, life: 0.3 + Math.random() * 0.5 });
  }
}

function draw() {
  pen.clearRect(0, 0, 640, 400);
  pen.fillStyle = "#9ab";
  for (const { x, y, size } of game.stones) {
    pen.beginPath();
    pen.arc(x, y, size, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.fillStyle = "#fd6";
  for (const { x, y } of game.shots) pen.fillRect(x - 2, y - 6, 4, 12);
  for (const { x, y } of game.sparks) pen.fillRect(x - 1, y - 1, 2, 2);
  pen.fillStyle = "#6cf";
  pen.fillRect(game.x - 20, 384, 40, 12);
  document.getElementById("score").textContent = game.score;
  document.getElementById("lives").textContent = game.lives;
}

function frame() {
  tick(performance.now());
  draw();
  window.__fps = (game.frames * 1000) / game.elapsed;
  requestAnimationFrame(frame);
}

document.addEventListener("keydown", (event) => {
  held.add(event.key);
  if (event.key === " " && !event.repeat) game.shots.push({ x: game.x, y: 380 });
});
document.addEventListener("keyup", (event) => held.delete(event.key));
document.getElementById("start").addEventListener("click", ({ currentTarget }) => {
  currentTarget.blur();
  currentTarget.disabled = true;
  began = last = performance.now();
  requestAnimationFrame(frame);
});
