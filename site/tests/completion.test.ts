import { describe, expect, it } from 'vitest';
import { contextAt } from '../src/lib/completion.ts';
import { differences } from '../src/lib/diff.ts';
import type { Json, MethodInfo } from '../src/lib/scorer-types.ts';

const parameter = (name: string, type: string, required = true) => ({
  name,
  type,
  required,
  description: '',
});
const method = (name: string, ...parameters: MethodInfo['parameters']): MethodInfo => ({
  class: 'C',
  name,
  parameters,
  description: '',
  result: null,
});
const METHODS = [
  method('ls', parameter('a', 'boolean', false)),
  method('pwd'),
  method('mv', parameter('source', 'string'), parameter('destination', 'string')),
  method('mean', parameter('numbers', 'array')),
];

describe('contextAt', () => {
  // `|` is the caret.
  it.each([
    ['|', null, null, ['ls', 'pwd', 'mv', 'mean']],
    ['m|', null, null, ['mv', 'mean']],
    ['[mea|', null, null, ['mean']],
    ['w|', null, null, ['pwd']],
    ['mv(|', 'mv', 'source', ['source', 'destination']],
    ['mv(d|', 'mv', 'source', ['destination']],
    ["mv(source='a', |", 'mv', null, ['destination']],
    ["mv(source='a, b', |)", 'mv', null, ['destination']],
    ["mv('a', |", 'mv', 'destination', ['destination']],
    ["mv(source='|", 'mv', 'source', []],
    ["mv(|, source='a')", 'mv', 'source', ['destination']],
    ['ls(a=|', 'ls', 'a', ['True', 'False']],
    ['ls(a=T|', 'ls', 'a', ['True']],
    ['ls(a=True|', 'ls', 'a', []],
    ['mean([1, 2|', 'mean', 'numbers', []],
    ['mean(numbers=[1, |', 'mean', 'numbers', []],
    ['unknown(|', null, null, []],
    ["mv(source='it\\'s', |", 'mv', null, ['destination']],
    ['pwd() |', null, null, ['ls', 'pwd', 'mv', 'mean']],
  ])('%s', (marked, name, at, labels) => {
    const caret = marked.indexOf('|');
    const context = contextAt(marked.replace('|', ''), caret, METHODS);
    expect([
      context.method?.name ?? null,
      context.parameter,
      context.options.map(({ label }) => label),
    ]).toEqual([name, at, labels]);
  });

  it('tells what a method does without the words about its class', () => {
    const told = { ...method('f'), description: 'This tool belongs to X. Tool description: Adds.' };
    expect(contextAt('f', 1, [told]).options[0]?.description).toBe('Adds.');
  });

  it('replaces the word and puts the caret between quotes', () => {
    const context = contextAt('mv(so', 5, METHODS);
    expect([context.from, context.to]).toEqual([3, 5]);
    expect(context.options[0]).toMatchObject({ insert: "source=''", back: 1 });
    expect(contextAt('pw', 2, METHODS).options[0]).toMatchObject({ insert: 'pwd()', back: 0 });
    expect(contextAt('mv', 2, METHODS).options[0]).toMatchObject({ insert: 'mv()', back: 1 });
  });
});

describe('differences', () => {
  const cases: [Json, Json, object[]][] = [
    [1, 1, []],
    [1, 2, [{ path: [], left: 1, right: 2 }]],
    [{ a: 1 }, { a: 1, b: [] }, [{ path: ['b'], right: [] }]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, [{ path: ['a', 'c'], left: 2 }]],
    [
      [1, 2],
      [1, 3, 4],
      [
        { path: ['1'], left: 2, right: 3 },
        { path: ['2'], right: 4 },
      ],
    ],
    [{ a: [] }, { a: {} }, [{ path: ['a'], left: [], right: {} }]],
    [{ a: null }, { a: 0 }, [{ path: ['a'], left: null, right: 0 }]],
    [JSON.parse('{"__proto__": 1}') as Json, {}, [{ path: ['__proto__'], left: 1 }]],
  ];
  it.each(cases)('%j to %j', (left, right, expected) =>
    expect(differences(left, right)).toEqual(expected),
  );
  it('is bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i]));
    expect(differences({}, many, 10)).toHaveLength(10);
  });
});
