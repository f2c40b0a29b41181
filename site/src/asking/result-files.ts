// Official result files of what was generated.
import type { Answer } from './protocol.ts';

/** Result files by their place, lines in the order in which they came. */
export function filesOf(
  answers: Iterable<Answer>,
): { path: string; blob: Blob; category: string }[] {
  const byPath = new Map<string, { lines: string[]; category: string }>();
  for (const { path, line, category } of answers) {
    const one = byPath.get(path) ?? { lines: [], category };
    one.lines.push(`${line}\n`);
    byPath.set(path, one);
  }
  return [...byPath].map(([path, { lines, category }]) => ({
    path,
    category,
    blob: new Blob(lines),
  }));
}
