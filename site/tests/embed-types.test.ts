// The types that other sites get (public/bfclx-scorer.d.ts) against the sources: what is compared here is compared by tsc.
import { expect, it } from 'vitest';
import type {
  BfclxScorer,
  EmbedFile,
  EmbedSummary,
  ScoreOptions,
  ScoreOutcome,
} from '../public/bfclx-scorer.d.ts';
import type {
  ScoreOptions as Options,
  ScoreOutcome as Outcome,
  ScorerElement,
} from '../src/embed/scorer-element.ts';
import type { EmbedFile as File, EmbedSummary as Summary } from '../src/lib/embed-protocol.ts';
import { frameHeaders, readHosts } from '../build-tools/hosts.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
const same: [
  Same<EmbedSummary, Summary>,
  Same<EmbedFile, File>,
  Same<ScoreOutcome, Outcome>,
  Same<ScoreOptions, Options>,
] = [true, true, true, true];
type Methods = Pick<ScorerElement, 'score' | 'show' | 'select' | 'remove' | 'theme'>;
const methods: Same<Methods, Pick<BfclxScorer, keyof Methods>> = true;

it('the types agree', () => expect([...same, methods]).not.toContain(false));

it.each([
  ['', []],
  [
    'https://board.example  http://localhost:8080',
    ['https://board.example', 'http://localhost:8080'],
  ],
  ['HTTPS://Board.example/', ['https://board.example']],
])('hosts %j', (text, expected) => expect(readHosts(text)).toEqual(expected));

it.each([
  'board.example',
  'https://board.example/path',
  '*',
  'javascript:alert(1)',
  'https://a.example;script-src',
])('%j is no host', (text) => expect(() => readHosts(text)).toThrow(/is no origin/));

it('headers of the frame', () => {
  expect(frameHeaders([])).toBe('');
  expect(frameHeaders(['https://board.example'])).toContain(
    "frame-ancestors 'self' https://board.example\n",
  );
  expect(frameHeaders(['https://board.example']).match(/^\/embed.*$/gm)).toEqual([
    '/embed.html',
    '/embed',
  ]);
});
