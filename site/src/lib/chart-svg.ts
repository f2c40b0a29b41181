// Charts as SVG files that stand alone: no styles from outside, the tokens' light colours, and below each what it rests on.
import { count, fixedText } from './format.ts';
import { FEW_ENTRIES } from './share.ts';
import type { CategoryCounts } from './summary.ts';

/** Text for HTML and SVG, between tags and in attributes. */
const escapeText = (text: string): string =>
  text
    .replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd');

/** Tokens (styles/tokens.css) in light; a figure is for paper. A test holds both together. */
export const COLOURS = {
  bg: '#ffffff',
  ink: '#1b1e22',
  muted: '#59616c',
  line: '#dfe2e6',
  accent: '#0b57c9',
  pass: '#18743a',
  fail: '#b9252c',
  warn: '#855200',
  absent: '#636b76',
} as const;
/** As the classes s0 to s5 of styles/parts.ts. */
const SERIES_COLOURS = [
  COLOURS.ink,
  COLOURS.accent,
  COLOURS.warn,
  COLOURS.pass,
  COLOURS.fail,
  COLOURS.absent,
] as const;
export const seriesColour = (series: number): string =>
  SERIES_COLOURS[series % SERIES_COLOURS.length] ?? COLOURS.ink;

export interface Figure {
  title: string;
  /** What it rests on, a line each: dataset, version, coverage. */
  notes: readonly string[];
}

/** Text of SVG breaks nowhere by itself: at most so many characters a line. */
const MOST_NOTE = 92;
function noteLines(notes: readonly string[]): string[] {
  return notes.flatMap((note) =>
    note.split(/(?<=[;,]) /).reduce<string[]>((lines, part) => {
      const last = lines[lines.length - 1];
      if (last !== undefined && last.length + part.length < MOST_NOTE)
        lines[lines.length - 1] = `${last} ${part}`;
      else lines.push(part);
      return lines;
    }, []),
  );
}

/** `body`, whose corner is at 0, 0, under the title and above what the figure rests on. */
export function standalone(
  width: number,
  height: number,
  { title, notes }: Figure,
  body: string,
): string {
  const lines = noteLines(notes);
  const all = height + 28 + (lines.length > 0 ? lines.length * 16 + 12 : 0);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${all}" viewBox="0 0 ${width} ${all}" font-family="system-ui, sans-serif" font-size="12">` +
    `<title>${escapeText(title)}</title><rect width="100%" height="100%" fill="${COLOURS.bg}"/>` +
    label(8, 20, title, { fill: COLOURS.ink, more: 'font-size="14" font-weight="600"' }) +
    `<g transform="translate(0 28)">${body}</g>` +
    lines.map((line, i) => label(8, height + 44 + i * 16, line)).join('') +
    '</svg>\n'
  );
}

interface Look {
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  more?: string;
}
export function label(
  x: number,
  y: number,
  text: string | number,
  { anchor = 'start', fill = COLOURS.muted, more = '' }: Look = {},
): string {
  return `<text x="${place(x)}" y="${place(y)}" text-anchor="${anchor}" fill="${fill}" ${more}>${escapeText(String(text))}</text>`;
}
export const line = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stroke: string,
  width = 1,
): string =>
  `<line x1="${place(x1)}" y1="${place(y1)}" x2="${place(x2)}" y2="${place(y2)}" stroke="${stroke}" stroke-width="${width}"/>`;
const dot = (x: number, y: number, fill: string, r = 4): string =>
  `<circle cx="${place(x)}" cy="${place(y)}" r="${r}" fill="${fill}"/>`;
const place = (value: number): string => String(Number(value.toFixed(2)));

export interface IntervalRow {
  name: string;
  /** Shares of 1. */
  points: readonly { value: number; low: number; high: number; series?: number }[];
  /** Instead of points: why there are none. */
  absent?: string;
  /** Columns of numbers, the last one muted. */
  texts: readonly string[];
}

const [LEFT, SPAN, WIDTH] = [200, 300, 640];

/** Shares on a common axis from 0 to 100, a dot and its 95 % CI each; several in a row lie below each other. */
export function intervalsSvg(
  figure: Figure,
  rows: readonly IntervalRow[],
  legend: readonly string[] = [],
): string {
  const x = (share: number) => LEFT + share * SPAN;
  const heights = rows.map(({ points }) => Math.max(22, points.length * 10 + 8));
  const height = heights.reduce((sum, one) => sum + one, 0);
  const axis = [0, 0.25, 0.5, 0.75, 1].map(
    (t) =>
      line(x(t), 24, x(t), 30 + height, COLOURS.line) +
      label(x(t), 18, t * 100, { anchor: 'middle' }),
  );
  let top = 30;
  const body = rows.map(({ name, points, absent, texts }, i) => {
    const middle = top + (heights[i] ?? 22) / 2;
    top += heights[i] ?? 22;
    const drawn = points.map(({ value, low, high, series = 0 }, k) => {
      const y = middle + (k - (points.length - 1) / 2) * 10;
      return (
        line(x(low), y, x(high), y, seriesColour(series), 2) +
        dot(x(value), y, seriesColour(series))
      );
    });
    const numbers = texts.map((text, k) =>
      label(WIDTH - 8 - (texts.length - 1 - k) * 72, middle + 4, text, {
        anchor: 'end',
        fill: k < texts.length - 1 || texts.length === 1 ? COLOURS.ink : COLOURS.muted,
      }),
    );
    return (
      label(LEFT - 12, middle + 4, name, { anchor: 'end', fill: COLOURS.ink }) +
      drawn.join('') +
      (absent ? label(LEFT + 8, middle + 4, absent) : '') +
      numbers.join('')
    );
  });
  const named = legend.map(
    (name, i) =>
      dot(LEFT + 4, top + 24 + i * 18, seriesColour(i)) +
      label(LEFT + 16, top + 28 + i * 18, name, { fill: COLOURS.ink }),
  );
  return standalone(
    WIDTH,
    top + 18 + legend.length * 18,
    figure,
    axis.join('') + body.join('') + named.join(''),
  );
}

/** Accuracy by category. */
export function accuracySvg(figure: Figure, categories: readonly CategoryCounts[]): string {
  return intervalsSvg(
    figure,
    categories.map(({ category, accuracy, interval, right, entries }) => {
      if (accuracy === null)
        return { name: category, points: [], absent: 'not in this run', texts: [] };
      const { low, high } = interval ?? { low: accuracy, high: accuracy };
      const texts =
        entries < FEW_ENTRIES
          ? [`${count(right)} of ${count(entries)}`]
          : [fixedText(accuracy * 100, 1), `${count(right)}/${count(entries)}`];
      return { name: category, points: [{ value: accuracy, low, high }], texts };
    }),
  );
}

/** Counts by error type. */
export function errorsSvg(
  figure: Figure,
  bars: readonly { name: string; count: number }[],
): string {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(({ name, count }, i) => {
    const y = 12 + i * 22;
    return (
      label(308, y + 12, name, { anchor: 'end', fill: COLOURS.ink }) +
      `<rect x="320" y="${y + 2}" width="${place((240 * count) / most)}" height="12" fill="${COLOURS.fail}"/>` +
      label(632, y + 12, count, { anchor: 'end', fill: COLOURS.ink })
    );
  });
  return standalone(WIDTH, 20 + bars.length * 22, figure, rows.join(''));
}

export interface ScatterPlot {
  /** Places in the drawing, from its upper left. */
  width: number;
  height: number;
  frame: { left: number; right: number; top: number; bottom: number };
  xTicks: readonly { at: number; text: string }[];
  yTicks: readonly { at: number; text: string }[];
  label: string;
  dots: readonly { x: number; y: number; name: string; chosen: boolean }[];
}

/** Points in a plane, as the view has placed them. */
export function scatterSvg(
  figure: Figure,
  { width, height, frame, xTicks, yTicks, label: axis, dots }: ScatterPlot,
): string {
  const { left, right, top, bottom } = frame;
  const grid = [
    ...yTicks.map(
      ({ at, text }) =>
        line(left, at, right, at, COLOURS.line) + label(left - 8, at + 4, text, { anchor: 'end' }),
    ),
    ...xTicks.map(
      ({ at, text }) =>
        line(at, top, at, bottom, COLOURS.line) +
        label(at, bottom + 16, text, { anchor: 'middle' }),
    ),
  ];
  const drawn = dots.map(({ x, y, name, chosen }) => {
    const before = x > width * 0.66;
    return (
      dot(x, y, chosen ? COLOURS.accent : COLOURS.muted, chosen ? 5.5 : 4.5) +
      (chosen
        ? label(x + (before ? -9 : 9), y + 4, name, {
            anchor: before ? 'end' : 'start',
            fill: COLOURS.ink,
          })
        : '')
    );
  });
  return standalone(
    width,
    height,
    figure,
    grid.join('') +
      label((left + right) / 2, height - 6, axis, { anchor: 'middle' }) +
      drawn.join(''),
  );
}
