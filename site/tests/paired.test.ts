import { describe, expect, it } from 'vitest';
import { clusterOf, clusterSignTest, compareRuns, difference, holm, mcnemar, meaning, pText } from '../src/lib/paired.ts';
import type { TableRow } from '../src/lib/rows.ts';

describe('mcnemar', () => {
  // Two-sided binomial tests at 1/2, exact sums of binomial coefficients.
  it.each([
    [0, 0, 1],
    [3, 3, 1],
    [1, 0, 1],
    [5, 0, 0.0625],
    [10, 0, 0.001953125],
    [8, 2, 0.109375],
    [1, 9, 0.021484375],
    [12, 31, 0.005401572654591291],
    [121, 59, 4.434449263755176e-6],
    [700, 500, 8.535366081034334e-9],
  ])('%d against %d', (gained, lost, p) => {
    expect(mcnemar(gained, lost) / p).toBeCloseTo(1, 9);
    expect(mcnemar(lost, gained)).toBe(mcnemar(gained, lost));
  });
  it('holds for very many flips', () => expect(mcnemar(20_000, 21_000)).toBeGreaterThan(0));
});

describe('clusterSignTest', () => {
  it('is McNemar without clusters', () => {
    const sums = [...Array<number>(8).fill(1), ...Array<number>(2).fill(-1), 0, 0];
    expect(clusterSignTest(sums)).toBeCloseTo(mcnemar(8, 2), 14);
  });
  it.each([
    [[], 1],
    [[4], 1],
    [[4, 4], 0.5],
    [[2, 2, -2], 1],
    [[3, 2, 1], 0.25],
    [[3, -2], 1],
  ])('%j', (sums, p) => expect(clusterSignTest(sums)).toBeCloseTo(p, 14));
});

describe('holm', () => {
  it.each([
    [[], []],
    [[0.04], [0.04]],
    [[0.01, 0.04, 0.03], [0.03, 0.06, 0.06]],
    [[0.5, 0.9, 0.001], [1, 1, 0.003]],
  ])('%j', (given, expected) => holm(given).forEach((p, i) => expect(p).toBeCloseTo(expected[i] ?? NaN, 14)));
});

describe('clusterOf', () => {
  it.each([
    ['simple_python', 'simple_python_3', 'simple_python:simple_python_3'],
    ['multi_turn_base', 'multi_turn_base_12', 'multi_turn:12'],
    ['multi_turn_miss_func', 'multi_turn_miss_func_12', 'multi_turn:12'],
    ['memory_kv', 'memory_kv_3-customer-3', 'memory:3-customer-3'],
    ['web_search_no_snippet', 'web_search_no_snippet_7', 'web_search:7'],
    ['live_simple', 'live_simple_23-5-1', 'live_simple:5'],
    ['live_simple', 'live_simple_odd', 'live_simple:live_simple_odd'],
    ['format_sensitivity', 'format_sensitivity_0_x:live_simple_3-5-0', 'format_sensitivity:live_simple_3-5-0'],
  ])('%s %s', (category, id, cluster) => expect(clusterOf(category, id)).toBe(cluster));
});

describe('difference', () => {
  it('is the shares and an interval around', () => {
    const { value, interval } = difference(Array.from({ length: 100 }, (_, i) => ({ entries: 1, gained: i < 12 ? 1 : 0, lost: i >= 95 ? 1 : 0 })));
    expect(value).toBeCloseTo(0.07, 14);
    // Bonett and Price: (13 - 6) / 102 with half of 1.96 sqrt((19/102 - (7/102)^2) / 102)
    const half = 1.959963984540054 * Math.sqrt((19 / 102 - (7 / 102) ** 2) / 102);
    expect(interval.low).toBeCloseTo(7 / 102 - half, 14);
    expect(interval.high).toBeCloseTo(7 / 102 + half, 14);
  });
  it('is wider with clusters that move together', () => {
    const alone = difference(Array.from({ length: 40 }, (_, i) => ({ entries: 1, gained: i < 16 ? 1 : 0, lost: 0 }))).interval;
    const together = difference(Array.from({ length: 10 }, (_, i) => ({ entries: 4, gained: i < 4 ? 4 : 0, lost: 0 }))).interval;
    expect(together.high - together.low).toBeGreaterThan(1.5 * (alone.high - alone.low));
  });
});

const row = (id: string, category: string, valid: boolean | null, error_type = '', superseded = false): TableRow => ({
  id, category, valid, error_type, superseded, line: 1, rule: '', brief: '',
});

describe('compareRuns', () => {
  const a = [row('p_1', 'p', true), row('p_2', 'p', true), row('p_3', 'p', false, 'x'), row('q_1', 'q', false, 'x'), row('q_2', 'q', false, 'x'), row('q_9', 'q', true)];
  const b = [row('p_1', 'p', true), row('p_2', 'p', false, 'y'), row('p_3', 'p', true), row('q_1', 'q', false, 'y'), row('q_2', 'q', false, 'x'), row('r_1', 'r', true), row('q_9', 'q', null)];
  const result = compareRuns(a, b, (category) => 'qp'.indexOf(category));
  it('pairs what both have', () => {
    expect(result.overall).toMatchObject({ entries: 5, aRight: 2, bRight: 2, gained: 1, lost: 1, p: 1, clustered: false });
    expect([result.onlyA, result.onlyB]).toEqual([1, 1]);
    expect(result.categories.map(({ category }) => category)).toEqual(['q', 'p']);
  });
  it('names the flips', () =>
    expect(result.flips.map(({ id, kind }) => [id, kind])).toEqual([['q_1', 'other'], ['p_2', 'lost'], ['p_3', 'gained']]));
  it('counts overall only what counts', () =>
    expect(compareRuns(a, b, () => 0, (category) => category === 'p').overall).toMatchObject({ entries: 3, gained: 1, lost: 1 }));
  it('leaves replies out that were superseded', () =>
    expect(compareRuns([row('p_1', 'p', true), row('p_1', 'p', false, '', true)], a, () => 0).overall.lost).toBe(0));
});

describe('words', () => {
  it.each([[1, '1'], [0.0625, '0.063'], [0.0213, '0.021'], [0.00044, '0.0004'], [4e-6, '0.000004'], [4e-9, '< 0.000001']])('%d', (p, text) =>
    expect(pText(p)).toBe(text),
  );
  it.each([
    [{ gained: 0, lost: 0, p: 1 }, /No entry flipped/],
    [{ gained: 5, lost: 4, p: 1 }, /in most comparisons\. Chance explains it/],
    [{ gained: 12, lost: 31, p: 0.0054 }, /12 against 31, or more so, would come about in about one of 185 comparisons\. Chance is a poor/],
    [{ gained: 9, lost: 2, p: 0.04 }, /one of 25 comparisons\. Chance is an unlikely/],
  ])('%j', (given, expected) => expect(meaning(given)).toMatch(expected));
});
