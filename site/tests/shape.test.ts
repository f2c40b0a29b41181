// Forms of what was read, members that are made late, and long work in short tasks.
import { expect, test } from 'vitest';
import { breather } from '../src/lib/breathe.ts';
import { lazily } from '../src/lib/lazily.ts';
import { isShape, nullable, type Shape } from '../src/lib/shape.ts';

const NAMED: Shape = { members: { name: 'string', 'size?': 'number' } };
const CASES: [shape: Shape, good: unknown[], bad: unknown[]][] = [
  ['string', ['', 'a'], [1, null, undefined, {}]],
  ['number', [0, -1.5], ['1', NaN, Infinity, null]],
  ['boolean', [true, false], [0, null]],
  ['object', [{}], [[], null, 'a']],
  [nullable('number'), [null, 1], [undefined, 'a']],
  [['number'], [[], [1, 2]], [[1, 'a'], {}, 'ab', null]],
  [{ tuple: ['string', 'number'] }, [['a', 1]], [['a'], ['a', 1, 2], [1, 'a'], null]],
  [{ each: 'number' }, [{}, { a: 1 }], [{ a: 'b' }, [1], null]],
  [{ is: true }, [true], [1, false, undefined]],
  [
    NAMED,
    [{ name: 'a' }, { name: 'a', size: 1, other: 2 }],
    [{}, { name: 'a', size: 'b' }, [], null],
  ],
];

test.each(CASES)('%j', (shape, good, bad) => {
  expect(good.map((value) => isShape(shape, value))).toEqual(good.map(() => true));
  expect(bad.map((value) => isShape(shape, value))).toEqual(bad.map(() => false));
});

test('a member is made once, when it is read, and not at all where it was set before', () => {
  let made = 0;
  const make = () => [++made];
  const one = { rows: [] as number[], name: 'one' };
  lazily(one, 'rows', make);
  expect(made).toBe(0);
  expect(one.rows).toBe(one.rows);
  one.rows.push(5);
  expect(one.rows).toEqual([1, 5]);
  const other = { rows: [] as number[] };
  lazily(other, 'rows', make);
  Object.assign(other, { rows: [7] });
  expect([other.rows, made]).toEqual([[7], 1]);
});

test('long work lets others in', async () => {
  const pause = breather();
  let others = 0;
  setTimeout(() => (others += 1));
  await pause();
  expect(others).toBe(0);
  const end = performance.now() + 35;
  while (performance.now() < end);
  await pause();
  expect(others).toBe(1);
});
