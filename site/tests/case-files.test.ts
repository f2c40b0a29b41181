import { expect, test } from 'vitest';
import { caseColumns } from '../src/lib/case-columns.ts';
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

test('a table of cases is told by its columns, with the one that it lacks', () => {
  expect(caseColumns('id,question,expected')).toEqual({ lacks: '' });
  expect(caseColumns('messages;expected')).toEqual({ lacks: '' });
  expect(caseColumns('question')).toEqual({ lacks: 'expected' });
  expect(caseColumns('expected\tid')).toEqual({ lacks: 'question (or messages)' });
  for (const other of ['', 'hello world', 'Model,Overall Acc', 'questions', '{"question": 1}'])
    expect(caseColumns(other)).toBeNull();
});
