// Numbers and sizes as people read them, in the language of the browser.

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

/** A count: 4,441. */
export const count = (value: number): string => fixed(0).format(value);

/** A share of 1 as a percentage without its sign: 0.962 is "96.2". */
export const percent = (share: number, digits = 1): string => fixed(digits).format(share * 100);

/** Two decimals, so that a column of them stands in line: 6.40. */
export const decimals = (value: number): string => fixed(2).format(value);

/** Bytes: "12 KB". */
export function bytes(value: number): string {
  if (value < 1000) return `${count(value)} B`;
  if (value < 1_000_000) return `${count(Math.round(value / 1000))} KB`;
  return `${fixed(1).format(value / 1_000_000)} MB`;
}

/** "1 entry", "2 entries". */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

/** A few names, or how many there are. */
export const namesOf = (names: readonly string[], most = 3): string =>
  names.length > most ? plural(names.length, 'run') : names.join(' and ');

/** A long name without its middle: what tells runs of one model apart often stands at the end. */
export function shortName(name: string, most = 30): string {
  const all = [...name];
  if (all.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${all.slice(0, most - 1 - tail).join('')}…${all.slice(-tail).join('')}`;
}

/** The first seven digits of a hash, without its scheme. */
export const shortHash = (hash: string): string => hash.replace(/^\w+:/, '').slice(0, 7);

/** A day as the core takes it: 2026-11-21, local time. */
export function isoDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
