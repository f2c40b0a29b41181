// How many entries a dataset has, explained once: people meet three numbers of the same dataset.
import { count, plural } from './format.ts';

/** Prompts that format sensitivity makes of each of its entries. */
const FORMATS = 26;

/** "5,090 entries count in the overall score; 826 are in categories that do not; ...". `scored`: names that count. */
export function sizesText(
  entries: Readonly<Record<string, number | null>>,
  scored: ReadonlySet<string>,
): string {
  const sum = (names: string[]) => names.reduce((total, name) => total + (entries[name] ?? 0), 0);
  const names = Object.keys(entries);
  const formats = entries.format_sensitivity ?? 0;
  const counted = sum(names.filter((name) => scored.has(name)));
  const all = sum(names);
  const others = all - counted - formats;
  const parts = [`${plural(counted, 'entry counts', 'entries count')} in the overall score`];
  if (others > 0)
    parts.push(`${count(others)} ${others === 1 ? 'is' : 'are'} in categories that do not`);
  if (formats > 0)
    parts.push(
      `${count(formats)} are prompts of format sensitivity, ${plural(Math.round(formats / FORMATS), 'entry', 'entries')} in ${FORMATS} formats each`,
    );
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.join('; ')}: ${count(all)} in all`;
}
