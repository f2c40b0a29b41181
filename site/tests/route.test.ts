import { describe, expect, it } from 'vitest';
import {
  formatRoute,
  orderIn,
  parseRoute,
  type Route,
  listOf,
  listText,
} from '../src/lib/route.ts';

describe('parseRoute', () => {
  const cases: [string, Route][] = [
    ['', { view: 'score', params: {} }],
    ['#', { view: 'score', params: {} }],
    ['#results', { view: 'results', params: {} }],
    ['#/results', { view: 'results', params: {} }],
    ['#nonsense', { view: 'score', params: {} }],
    [
      '#url=https://a.example/r.json',
      { view: 'results', params: { url: 'https://a.example/r.json' } },
    ],
    [
      '#results&entry=simple_python_2&verdict=fail',
      { view: 'results', params: { entry: 'simple_python_2', verdict: 'fail' } },
    ],
    ['#score&url=a+b', { view: 'score', params: { url: 'a b' } }],
    ['#results&unknown=1&q=%3Cb%3E', { view: 'results', params: { q: '<b>' } }],
    ['#results&q=100%', { view: 'results', params: { q: '100%' } }],
    ['#results&__proto__=x', { view: 'results', params: {} }],
  ];
  it.each(cases)('%s', (fragment, route) => expect(parseRoute(fragment)).toEqual(route));
});

describe('formatRoute', () => {
  const routes: Route[] = [
    { view: 'score', params: {} },
    {
      view: 'results',
      params: {
        url: 'https://a.example/x y.json?a=1&b=2#c',
        q: 'a+b & "c"',
        entry: 'live_simple_0-0-0',
      },
    },
    { view: 'results', params: { finding: 'cut_replies', entry: 'multiple_0' } },
    { view: 'compare', params: { with: 'one two' } },
    { view: 'results', params: { q: '\u00e9\u4e2d % %20' } },
  ];
  it.each(routes)('comes back: %j', (route) =>
    expect(parseRoute(formatRoute(route))).toEqual(route),
  );
  it('stays readable', () =>
    expect(
      formatRoute({ view: 'results', params: { url: 'https://a.example/r.json', q: 'a b' } }),
    ).toBe('#results&url=https://a.example/r.json&q=a+b'));
});

describe('names in one parameter', () => {
  it.each([[['a', 'b c']], [['a|b', 'a', 'b']], [['50%', '%7C', 'a%25|']]])('%j', (names) =>
    expect(listOf(listText(names))).toEqual(names),
  );
  it('is nothing for none, and has each once', () => {
    expect(listText([])).toBe(undefined);
    expect(listOf('a|a||b')).toEqual(['a', 'b']);
  });
});

describe('the order of a table', () => {
  const cases: [string | undefined, string][] = [
    ['overall', 'overall'],
    ['-name', '-name'],
    [undefined, '-overall'],
    ['', '-overall'],
    ['-', '-overall'],
    ['--name', '-overall'],
    ['mean', '-overall'],
    ['constructor', '-overall'],
  ];
  it.each(cases)('%s', (sort, order) =>
    expect(orderIn(sort, ['overall', 'name'], '-overall')).toBe(order),
  );
});
