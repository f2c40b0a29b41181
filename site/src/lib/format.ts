// Numbers and sizes as people read them, in the language of the browser.

/** The sign of negative numbers that people read; files for programs have a hyphen. */
export const MINUS = '\u2212';

/** Numbers of a text of the module with that sign. */
export const withMinus = (text: string): string => text.replace(/(?<=^|[ (])-(?=\d)/g, MINUS);

const cache = new Map<string, Intl.NumberFormat>();

function fixed(digits: number): Intl.NumberFormat {
  const key = String(digits);
  let format = cache.get(key);
  if (!format) {
    format = new Intl.NumberFormat(undefined, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    cache.set(key, format);
  }
  return format;
}

/** What became of a response, wherever it stands. */
export const verdictWord = (valid: boolean | null): string =>
  valid === null ? 'not scored' : valid ? 'passed' : 'failed';

/** A number as the core writes it, printf's "%.2f": what lies exactly between two texts goes to the even one. */
export function fixedText(value: number, digits: number): string {
  const text = value.toFixed(digits);
  // toFixed() differs in such a middle alone, which is an odd number of these parts.
  const parts = Math.abs(value) * 2 ** (digits + 1);
  if (!Number.isInteger(parts) || parts % 2 === 0) return text;
  const scale = 10 ** digits;
  const below = Math.floor(Math.abs(value) * scale);
  return ((Math.sign(value) * (below + (below % 2))) / scale).toFixed(digits);
}

/** The same in the language of the browser. */
const inWords = (value: number, digits: number): string =>
  withMinus(fixed(digits).format(Number(fixedText(value, digits))));

/** A count: 4,441. */
export const count = (value: number): string => withMinus(fixed(0).format(value));

/** A share of 1 as a percentage without its sign: 0.962 is "96.2". */
export const percent = (share: number, digits = 1): string => inWords(share * 100, digits);

/** Two decimals, so that a column of them stands in line: 6.40. */
export const decimals = (value: number): string => inWords(value, 2);

/** Bytes: "12 KB". */
export function bytes(value: number): string {
  if (value < 1000) return `${count(value)} B`;
  if (value < 1_000_000) return `${count(Math.round(value / 1000))} KB`;
  return `${inWords(value / 1_000_000, 1)} MB`;
}

/** "1 entry", "2 entries". */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

/** "3 to 6" of a rank range, "7" of one that holds a single rank. */
export const rankRange = (low: number, high: number): string =>
  low === high ? count(low) : `${count(low)} to ${count(high)}`;

/** "2 of 4 (1 to 3)"; without the range where it holds a single rank. */
export const rankText = (rank: number, of: number, low: number | null, high = low): string =>
  `${count(rank)} of ${count(of)}${low !== null && high !== null && low < high ? ` (${rankRange(low, high)})` : ''}`;

const NAMES = new Intl.ListFormat('en-GB');

/** A few names, or how many there are. */
export const namesOf = (names: readonly string[], most = 3): string =>
  names.length > most ? plural(names.length, 'run') : NAMES.format(names);

/** A long name without its middle: what tells runs of one model apart often stands at the end. */
export function shortName(name: string, most = 30): string {
  const all = [...name];
  if (all.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${all.slice(0, most - 1 - tail).join('')}…${all.slice(-tail).join('')}`;
}

/** The first seven digits of a hash; its scheme where it is not SHA-256, as the two cannot be compared. */
export function shortHash(hash: string): string {
  const [, scheme = '', digits = hash] = /^(\w+:)(.*)$/s.exec(hash) ?? [];
  return (scheme === 'sha256:' ? '' : scheme) + digits.slice(0, 7);
}

/** "covers 52.5 % of the weight". */
export const coversText = (weight: number): string => `covers ${weightText(weight)}`;
export const weightText = (weight: number): string => `${percent(weight)} % of the weight`;

/** A day as the core takes it: 2026-11-21, local time. */
export function isoDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
