import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGlossary } from '../build-tools/glossary.ts';
import { TERMS } from '../src/components/term.ts';

const page = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

describe('the glossary', () => {
  it('has every term that the page explains, and each in one sentence', () => {
    const found = readGlossary(page);
    expect(found.map(({ name }) => name).sort()).toEqual([...TERMS].sort());
    for (const { sentence } of found) expect(sentence.length).toBeLessThan(160);
  });

  it('is where the built page has its sentences from', async () => {
    const { default: terms } = await import('virtual:glossary');
    expect(terms).toEqual(readGlossary(page));
  });

  it.each([['# Glossary'], ['## A\n\nSee [B](b.md).'], ['## A\n\n'], ['## A\n\nNo end']])(
    'refuses %j',
    (text) => expect(() => readGlossary(text)).toThrow('the glossary has no'),
  );
});
