import { clock, floor, round, sortNumbers } from './natives.js';

// What the agent itself costs, for benchmarks. Off unless the settings say so.

const durations = [];
let depth = 0;

/** `run`, with each outermost call timed. */
export function timed(run) {
  if (!settings.measure) return run;
  return (...args) => {
    const began = clock();
    depth++;
    try {
      return run(...args);
    } finally {
      depth--;
      if (depth === 0) durations[durations.length] = clock() - began;
    }
  };
}

/** How many calls there were and how long they took: median, 99th percentile and longest, in microseconds. */
export function costLine() {
  sortNumbers(durations, (a, b) => a - b);
  const at = (share) => round(durations[floor((durations.length - 1) * share)] * 1000);
  return ['cost', durations.length, at(0.5), at(0.99), at(1)];
}

export const hasCosts = () => durations.length > 0;
