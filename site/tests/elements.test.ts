// The lists of the playground are those of EMBEDDING.md, and those are what the elements have.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readElements } from '../build-tools/elements.ts';
import type { BfclxLeaderboardEvents } from '../public/bfclx-leaderboard.d.ts';
import type { BfclxScorerEvents } from '../public/bfclx-scorer.d.ts';
import { hashOf, markupOf, settingsIn } from '../src/elements/settings.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = read('../EMBEDDING.md');
const css = read('../src/styles/tokens.css');
const { elements, properties } = readElements(page, css);
const [board, scorer] = elements;

/** tsc says where one is missing or too many. */
const BOARD_EVENTS: Record<keyof BfclxLeaderboardEvents, true> = {
  'bfclx-loading': true,
  'bfclx-ready': true,
  'bfclx-error': true,
  'bfclx-change': true,
  'bfclx-select': true,
  'bfclx-model': true,
};
const SCORER_EVENTS: Record<keyof BfclxScorerEvents, true> = {
  'bfclx-ready': true,
  'bfclx-asking': true,
  'bfclx-refused': true,
  'bfclx-progress': true,
  'bfclx-result': true,
  'bfclx-shown': true,
  'bfclx-selected': true,
  'bfclx-removed': true,
  'bfclx-themed': true,
  'bfclx-entry': true,
  'bfclx-error': true,
};
const attributesIn = (path: string, pattern: RegExp) =>
  [...read(path).matchAll(pattern)].map(([, name = '']) => name);

describe('the tables of EMBEDDING.md', () => {
  it('have the events of the types', () => {
    expect(board?.events.map(({ name }) => name)).toEqual(Object.keys(BOARD_EVENTS));
    expect(scorer?.events.map(({ name }) => name)).toEqual(Object.keys(SCORER_EVENTS));
  });

  it('have the attributes that the sources read', () => {
    const ofBoard = attributesIn(
      '../src/board/leaderboard-element.ts',
      /^ {2}@property\([^)]*\) (\w+)/gm,
    );
    expect(board?.attributes.map(({ name }) => name).sort()).toEqual(ofBoard.sort());
    const ofScorer = attributesIn(
      '../src/embed/scorer-element.ts',
      /(?:get|has)Attribute\('(\w+)'\)/g,
    );
    expect(scorer?.attributes.map(({ name }) => name).sort()).toEqual(
      [...new Set(ofScorer)].sort(),
    );
  });

  it('have every token, with its value', () => {
    expect(properties.find(({ name }) => name === '--bfclx-radius')?.initial).toBe('6px');
    const without = page.replace(/^\| `--bfclx-ink`.*\n/m, '');
    expect(() => readElements(without, css)).toThrow('EMBEDDING.md does not describe --bfclx-ink');
    const renamed = page.replace('`--bfclx-ink`', '`--bfclx-inc`');
    expect(() => readElements(renamed, css)).toThrow('tokens.css has no token for --bfclx-inc');
    expect(() => readElements('## A', css)).toThrow('no table of the attributes');
  });

  it('name the values of an attribute first', () => {
    const choices = (name: string) => scorer?.attributes.find((one) => one.name === name)?.choices;
    expect(choices('theme')).toEqual(['light', 'dark', 'system']);
    expect(choices('mode')).toEqual(['failures']);
    expect(choices('fragment')).toEqual([]);
  });
});

describe('settings', () => {
  const known = (tag: string) =>
    tag === 'a-b' ? { attributes: ['src', 'label'], properties: ['height'] } : null;
  const settings = {
    tag: 'a-b',
    attributes: { src: 'x/?a=1&b', label: 'é & "' },
    properties: { height: '1px' },
  };

  it('come back from their address', () => {
    expect(settingsIn(hashOf(settings), 'https://s.example/p/', known)).toEqual(settings);
    expect(settingsIn('', 'https://s.example/', known)).toBeNull();
    expect(settingsIn('#element=script', 'https://s.example/', known)).toBeNull();
  });

  it.each([
    'https://other.example/',
    '//other.example/',
    'javascript:alert(1)',
    'http://s.example/',
    'http://[',
  ])('take no files from %s', (src) => {
    const hash = hashOf({ ...settings, attributes: { src } });
    expect(settingsIn(hash, 'https://s.example/', known)?.attributes).toEqual({});
  });

  it('are HTML that sets nothing else', () => {
    expect(markupOf(settings, 'https://s.example/a-b.js')).toBe(
      '<script defer src="https://s.example/a-b.js"></script>\n<a-b src="x/?a=1&amp;b" label="é &amp; &quot;"></a-b>\n<style>\na-b {\n  height: 1px;\n}\n</style>',
    );
    const hash = hashOf({ ...settings, properties: { height: '1px}</style><script>' } });
    expect(settingsIn(hash, 'https://s.example/', known)?.properties).toEqual({});
  });
});
