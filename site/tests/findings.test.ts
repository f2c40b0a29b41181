import { describe, expect, it } from 'vitest';
import { SIGNS, idsOf, mending, parts, ranked, tally } from '../src/lib/findings.ts';
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
  places_text: '',
  change_text: '',
  counts_text: '1',
  points: null,
  certainty: 'fact',
  fix: 'bfclx show',
  settings: null,
  effect: '',
  advice: '',
  ...more,
});
const SOME = [
  finding('a', 'error', { ids: ['x_1', 'x_2'] }),
  finding('b', 'warning'),
  finding('c', 'warning'),
  finding('d', 'info'),
];

describe('findings', () => {
  it('infos stand apart', () => {
    const { grave, infos } = ranked(SOME);
    expect(grave.map(({ code }) => code)).toEqual(['a', 'b', 'c']);
    expect(infos.map(({ code }) => code)).toEqual(['d']);
  });
  it('every severity has a sign of its own', () => {
    expect(new Set(Object.values(SIGNS).map(({ sign }) => sign)).size).toBe(3);
  });
  it.each<[Finding[], string]>([
    [SOME, '1 error, 2 warnings, 1 info'],
    [SOME.slice(1, 2), '1 warning'],
    [[], ''],
  ])('are counted by severity', (findings, text) => expect(tally(findings)).toBe(text));
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
