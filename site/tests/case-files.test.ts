import { expect, test } from 'vitest';
import { isCase } from '../src/lib/case-files.ts';

test('a case is told from a result', () => {
  expect(isCase('{"id": "w1", "question": "Rain?", "expected": "f()"}')).toBe(true);
  expect(isCase('{"question": "Rain?", "tools": "w.json"}')).toBe(true);
  expect(isCase('{"id": "a_0", "result": "[f()]"}')).toBe(false);
  expect(isCase('{"id": "a_0", "question": "Rain?", "expected": "f()", "result": "[f()]"}')).toBe(
    false,
  );
  expect(isCase('null')).toBe(false);
  expect(isCase('{"question":')).toBe(false);
});
