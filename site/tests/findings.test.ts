import { describe, expect, it } from 'vitest';
import {
  SIGNS,
  change,
  countsText,
  idsOf,
  mending,
  parts,
  places,
  ranked,
  tally,
} from '../src/lib/findings.ts';
import type { Finding, Severity } from '../src/lib/scorer-types.ts';

const finding = (code: string, severity: Severity, more: Partial<Finding> = {}): Finding => ({
  code,
  severity,
  title: code,
  count: 1,
  categories: {},
  examples: [],
  ids: [],
  right_change: null,
  settings: null,
  effect: '',
  advice: '',
  ...more,
});
const SOME = [
  finding('a', 'error', { ids: ['x_1', 'x_2'] }),
  finding('b', 'warning'),
  finding('c', 'warning'),
  finding('d', 'note'),
];

describe('findings', () => {
  it('notes stand apart', () => {
    const { grave, notes } = ranked(SOME);
    expect(grave.map(({ code }) => code)).toEqual(['a', 'b', 'c']);
    expect(notes.map(({ code }) => code)).toEqual(['d']);
  });
  it('every severity has a sign of its own', () => {
    expect(new Set(Object.values(SIGNS).map(({ sign }) => sign)).size).toBe(3);
  });
  it.each<[Finding[], string]>([
    [SOME, '1 error, 2 warnings, 1 note'],
    [SOME.slice(1, 2), '1 warning'],
    [[], ''],
  ])('are counted by severity', (findings, text) => expect(tally(findings)).toBe(text));
  it.each([
    [12, 'passed +12'],
    [-3, 'passed −3'],
    [0, 'passed +0'],
    [null, ''],
  ])('a change of %j', (right_change, text) =>
    expect(change(finding('a', 'note', { right_change }))).toBe(text),
  );
  it('say where', () => {
    expect(
      places(finding('a', 'note', { categories: { simple_python: 1200, live_simple: 3 } })),
    ).toBe('simple_python 1,200, live_simple 3');
    expect(places(finding('a', 'note'))).toBe('');
  });
  it('say how many entries they concern, where, and what mending them would change', () => {
    const categories = { simple_java: 1, simple_javascript: 1 };
    expect(countsText(finding('a', 'note', { count: 2, categories }))).toBe(
      '2: simple_java 1, simple_javascript 1',
    );
    expect(countsText(finding('a', 'note', { count: 1200, right_change: 12 }))).toBe(
      '1,200; passed +12',
    );
  });
  it.each<[Finding['settings'], string]>([
    [null, ''],
    [{ decoder: 'openai_fc' }, 'with decoder openai_fc'],
    [{ underscore_to_dot: true }, 'with underscore_to_dot on'],
    [{ underscore_to_dot: false }, 'with underscore_to_dot off'],
  ])('%j mends', (settings, text) =>
    expect(mending(finding('a', 'error', { settings }))).toBe(text),
  );
  it.each<[string, string[], string[]]>([
    ['plain', ['plain'], []],
    ['`a` beside `b`.', [' beside ', '.'], ['a', 'b']],
    ['one ` alone', ['one ` alone'], []],
    ['', [], []],
  ])('%j is text and code', (text, plain, code) => {
    const all = parts(text);
    expect(all.filter((part) => !part.code).map((part) => part.text)).toEqual(plain);
    expect(all.filter((part) => part.code).map((part) => part.text)).toEqual(code);
  });
  it('name their entries', () => {
    expect([...(idsOf(SOME, 'a') ?? [])]).toEqual(['x_1', 'x_2']);
    expect(idsOf(SOME, 'none')).toBeUndefined();
    expect(idsOf(SOME, undefined)).toBeUndefined();
  });
});
