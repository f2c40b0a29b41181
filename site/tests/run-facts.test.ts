import { expect, test } from 'vitest';
import { ofManifest, runFacts, sampleSize } from '../src/lib/run-facts.ts';

const sample = { entries: 100, seed: 1, categories: ['simple_python'], fc: true };

test('a sample is as large as what was drawn, once that is known', () => {
  const text = (manifest: Parameters<typeof sampleSize>[0]) =>
    runFacts({ manifest, madeFor: '' }).map((fact) => fact.text);
  expect(text({ sample })).toEqual(['sample of 100']);
  expect(text({ sample, drawn: 12 })).toEqual(['sample of 12']);
  expect(text({ sample: null, drawn: 12 })).toEqual([]);
  expect(text(null)).toEqual([]);
  expect([sampleSize({ sample, drawn: 12 }), sampleSize(null)]).toEqual([12, 0]);
});

test('the module is told of a sample that does not match too', () => {
  expect(ofManifest({ started: null, sample: null, ignored: sample }).sample).toEqual(sample);
  expect(ofManifest({ started: null, sample }).sample).toEqual(sample);
  expect(ofManifest(null).sample).toBeNull();
});
