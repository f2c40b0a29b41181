// The charts of Results as SVG files that stand alone: no styles from outside, colours of the light theme.
import { FEW_ENTRIES } from './share.ts';
import type { CategoryCounts } from './summary.ts';

/** Text for HTML and SVG, between tags and in attributes. */
export const escapeText = (text: string): string =>
  text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd');

const INK = '#1b1e22';
const MUTED = '#59616c';
const LINE = '#dfe2e6';
const FAIL = '#b9252c';
const FONT = 'font-family="system-ui, sans-serif" font-size="12"';

/** Text of SVG breaks nowhere by itself: at most so many characters a line. */
const MOST_NOTE = 96;
function noteLines(notes: readonly string[]): string[] {
  return notes.flatMap((note) => note.split(/(?<=[;,]) /).reduce<string[]>((lines, part) => {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + part.length < MOST_NOTE) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
    return lines;
  }, []));
}

/** `body` under a title, above what the figure rests on; all of it in a file that needs no other. */
export function standalone(width: number, height: number, title: string, notes: readonly string[], body: string): string {
  const lines = noteLines(notes);
  const all = height + 28 + (lines.length > 0 ? lines.length * 16 + 12 : 0);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${all}" viewBox="0 0 ${width} ${all}" ${FONT}>` +
    `<title>${escapeText(title)}</title><rect width="100%" height="100%" fill="#ffffff"/>` +
    `<text x="8" y="20" font-size="14" font-weight="600" fill="${INK}">${escapeText(title)}</text><g transform="translate(0 28)">${body}</g>` +
    lines.map((line, i) => `<text x="8" y="${height + 28 + 16 + i * 16}" fill="${MUTED}">${escapeText(line)}</text>`).join('') +
    '</svg>\n'
  );
}

/** Accuracy by category: a dot with its 95 % interval on an axis from 0 to 100. */
export function accuracySvg(title: string, categories: readonly CategoryCounts[], notes: readonly string[] = []): string {
  const left = 200;
  const width = 640;
  const x = (share: number) => left + share * 300;
  const ticks = [0, 0.25, 0.5, 0.75, 1]
    .map((t) => `<line x1="${x(t)}" x2="${x(t)}" y1="24" y2="${30 + categories.length * 22}" stroke="${LINE}"/>` +
      `<text x="${x(t)}" y="18" text-anchor="middle" fill="${MUTED}">${t * 100}</text>`)
    .join('');
  const rows = categories.map((counts, i) => {
    const y = 40 + i * 22;
    const name = `<text x="${left - 12}" y="${y + 4}" text-anchor="end" fill="${INK}">${escapeText(counts.category)}</text>`;
    if (counts.accuracy === null) {
      return `${name}<text x="${left + 8}" y="${y + 4}" fill="${MUTED}">not in this run</text>`;
    }
    return (
      `${name}${counts.interval ? `<line x1="${x(counts.interval.low)}" x2="${x(counts.interval.high)}" y1="${y}" y2="${y}" stroke="${INK}" stroke-width="2"/>` : ''}` +
      `<circle cx="${x(counts.accuracy)}" cy="${y}" r="4" fill="${INK}"/>` +
      (counts.entries < FEW_ENTRIES
        ? `<text x="${width - 8}" y="${y + 4}" text-anchor="end" fill="${INK}">${counts.right} of ${counts.entries}</text>`
        : `<text x="${width - 80}" y="${y + 4}" text-anchor="end" fill="${INK}">${(counts.accuracy * 100).toFixed(1)}</text>` +
          `<text x="${width - 8}" y="${y + 4}" text-anchor="end" fill="${MUTED}">${counts.right}/${counts.entries}</text>`)
    );
  });
  return standalone(width, 48 + categories.length * 22, title, notes, ticks + rows.join(''));
}

/** Counts by error type. */
export function errorsSvg(title: string, bars: readonly { name: string; count: number }[], notes: readonly string[] = []): string {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(({ name, count }, i) => {
    const y = 12 + i * 22;
    return (
      `<text x="308" y="${y + 12}" text-anchor="end" fill="${INK}">${escapeText(name)}</text>` +
      `<rect x="320" y="${y + 2}" width="${(240 * count) / most}" height="12" fill="${FAIL}"/>` +
      `<text x="632" y="${y + 12}" text-anchor="end" fill="${INK}">${count}</text>`
    );
  });
  return standalone(640, 20 + bars.length * 22, title, notes, rows.join(''));
}
