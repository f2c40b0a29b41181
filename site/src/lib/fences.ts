// Text of strangers inside Markdown.
import { count } from './format.ts';

const MOST_BLOCK = 6000;

/** In a fence that the text cannot close: whatever it holds is text there. */
export function fenced(text: string, language = ''): string {
  const cut =
    text.length > MOST_BLOCK
      ? `${text.slice(0, MOST_BLOCK)}\n… ${count(text.length - MOST_BLOCK)} more characters`
      : text;
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${cut}\n${fence}`;
}

/** On one line, as code, whatever stands in it. */
export const inline = (text: string): string =>
  `\`${
    text
      .replace(/[`\s]+/g, ' ')
      .trim()
      .slice(0, 300) || '-'
  }\``;
