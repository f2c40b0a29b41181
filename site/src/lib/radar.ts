// The radar ("wagon wheel") chart on screen as geometry: axes from a common centre, 0 to 1, and a line for each series.
// A value that is missing leaves its axis out: the line is open there, and never falls to 0.
import type { ChartRequest } from './scorer-types.ts';

export interface Axis {
  label: string;
  /** A sentence for people who want to know. */
  title: string;
}

export interface Series {
  name: string;
  /** Shares of 1, in the order of the axes; null: not there. */
  values: (number | null)[];
}

export interface Point {
  x: number;
  y: number;
}

/** The point of `value` on axis `i` of `n`; the first axis points up, the others follow clockwise. */
export function place(i: number, n: number, value: number, radius: number): Point {
  const angle = (2 * Math.PI * i) / n - Math.PI / 2;
  return { x: Math.cos(angle) * value * radius, y: Math.sin(angle) * value * radius };
}

const text = (value: number) =>
  Math.abs(value) < 0.005 ? '0' : value.toFixed(2).replace(/\.?0+$/, '');
const at = ({ x, y }: Point) => `${text(x)},${text(y)}`;

/** SVG path data of a series: closed when nothing is missing, else a piece for each run of values. */
export function seriesPath(values: readonly (number | null)[], radius: number): string {
  const n = values.length;
  const points = values.map((value, i) => (value === null ? null : at(place(i, n, value, radius))));
  if (points.every((point) => point !== null)) return n === 0 ? '' : `M${points.join('L')}Z`;
  const first = points.findIndex((point, i) => point !== null && points[(i + n - 1) % n] === null);
  if (first < 0) return '';
  const pieces: string[][] = [];
  for (let i = 0, open = false; i < n; i++) {
    const point = points[(first + i) % n];
    if (typeof point !== 'string') open = false;
    else if (open) pieces[pieces.length - 1]?.push(point);
    else {
      pieces.push([point]);
      open = true;
    }
  }
  return pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => `M${piece.join('L')}`)
    .join('');
}

/** How a label lies beside its axis. */
export function anchor(i: number, n: number): 'start' | 'middle' | 'end' {
  const { x } = place(i, n, 1, 1);
  return Math.abs(x) < 0.2 ? 'middle' : x > 0 ? 'start' : 'end';
}

export const RINGS: readonly number[] = [0.25, 0.5, 0.75, 1];
/** Strokes tell series apart where colours do not. */
export const DASHES: readonly string[] = ['', '6 3', '2 3', '8 3 2 3', '1 4', '12 4'];

/** The chart to be saved. */
export const radarChart = (
  title: string,
  notes: readonly string[],
  axes: readonly Axis[],
  series: readonly Series[],
): ChartRequest => ({ kind: 'radar', title, notes, axes: axes.map(({ label }) => label), series });
