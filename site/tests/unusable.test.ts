// Input of which nothing could be used has a message, and says which help there is.
import { expect, test } from 'vitest';
import { UnusableInput, helpOf, withoutResponses, withoutResults } from '../src/state/unusable.ts';

test('an input without results names the first file that was left out', () => {
  const error = withoutResults([
    { path: 'a.csv', reason: 'a score file, not results' },
    { path: 'b.csv', reason: 'other' },
  ]);
  expect(error.message).toContain('No result file was found. a.csv: a score file, not results. ');
  expect(helpOf(error)).toBe('forms');
  expect(withoutResults([]).message).toMatch(/^No result file was found\. Results are /);
});

test('a case file is for the case editor, whatever follows its first line', () => {
  const cases = withoutResponses('c.jsonl', '{"question": "q", "expected": "f()"}\nx', 'advice');
  expect(cases.message).toBe('This is a case file: c.jsonl. Open it in the case editor.');
  expect(helpOf(cases)).toBe('cases');
});

test('other files can be pasted in another form; the advice is left out where problems say it', () => {
  const error = withoutResponses('a.json', '{"name": "x"}', 'Each line must be an object.');
  expect(error.message).toBe('No response could be scored. Each line must be an object.');
  expect(withoutResponses('a.json', '', '').message).toBe('No response could be scored.');
  expect(helpOf(error)).toBe('forms');
});

test('an error about something else has no help, whatever it says', () => {
  expect(helpOf(new Error(new UnusableInput('This is a case file', 'cases').message))).toBe(null);
});
