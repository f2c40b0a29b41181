// Where the scores of one model stand in a chart over dates: places are shares of its width and height.
import { percent } from './format.ts';

export interface DatedScore {
  /** "2026-10-02". */
  date: string;
  /** Shares of 1. */
  score: number;
  low: number;
  high: number;
  /** The same basis as the last one. */
  comparable: boolean;
}
export interface Place {
  x: number;
  y: number;
  low: number;
  high: number;
  comparable: boolean;
  text: string;
}
export interface Line {
  ticks: { y: number; text: string }[];
  places: Place[];
  dates: { x: number; text: string }[];
  /** For people who cannot see it. */
  label: string;
}

/** Of the width: dates that are closer cover each other. */
const NEAR = 0.35;
const MOST_TICKS = 5;
const STEPS = [1, 2, 5, 10, 25, 50, 100].map((points) => points / 100);

/** Null where there is nothing to follow: fewer than two days with a score. */
export function timelineOf(scores: readonly DatedScore[]): Line | null {
  const dated = scores
    .map((one) => ({ ...one, time: Date.parse(one.date) }))
    .filter(({ time }) => Number.isFinite(time))
    .sort((a, b) => a.time - b.time);
  const begin = dated[0]?.time ?? 0;
  const span = (dated.at(-1)?.time ?? 0) - begin;
  if (span === 0) return null;
  const lowest = Math.min(...dated.map(({ low }) => low));
  const highest = Math.max(...dated.map(({ high }) => high));
  // Two ticks at least, from 0 to 100.
  const ends = (step: number): [number, number] => {
    const bottom = Math.min(Math.floor(lowest / step + 1e-9), Math.round(1 / step) - 1);
    return [Math.max(0, bottom), Math.max(bottom + 1, Math.ceil(highest / step - 1e-9))];
  };
  const step =
    STEPS.find((one) => {
      const [first, last] = ends(one);
      return last - first < MOST_TICKS;
    }) ?? 1;
  const [first, last] = ends(step);
  const y = (share: number): number => (last - share / step) / (last - first);
  const places = dated.map(({ time, date, score, low, high, comparable }) => ({
    x: (time - begin) / span,
    y: y(score),
    low: y(low),
    high: y(high),
    comparable,
    text: `${date}: ${percent(score)}, 95 % CI ${percent(low)} to ${percent(high)}${comparable ? '' : ', not comparable'}`,
  }));
  const dates: Line['dates'] = [];
  for (const [i, { x }] of places.entries()) {
    const before = dates.at(-1)?.x ?? -1;
    if (x === 1 ? before < 1 : x - before >= NEAR && 1 - x >= NEAR)
      dates.push({ x, text: dated[i]?.date ?? '' });
  }
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, i) => ({
      y: y((first + i) * step),
      text: percent((first + i) * step, 0),
    })),
    places,
    dates,
    label: `Score by date. ${places.map(({ text }) => text).join('; ')}`,
  };
}
