import { expect, test } from 'vitest';
import {
  keyProblem,
  readEndpoint,
  scrubBytes,
  scrubText,
  withVersion,
} from '../src/lib/endpoint.ts';

const HERE = 'http://localhost:8765/';
test.each([
  ['http://localhost:8000/v1', 'http://localhost:8000/v1'],
  [' localhost:8000/v1/ ', 'http://localhost:8000/v1'],
  ['https://h.example/api/v1/chat/completions', 'https://h.example/api/v1'],
  ['https://h.example/v1/models/', 'https://h.example/v1'],
  ['https://h.example', 'https://h.example'],
])('%j is %s', (typed, base) => expect(readEndpoint(typed, HERE)).toEqual({ base }));

test.each([
  ['', /Enter the address/],
  ['no way', /not an address/],
  ['ftp://h.example', /http/],
  ['http://a:b@h.example', /own field/],
  ['http://h.example/v1?key=1', /after \?/],
  ['javascript://x', /http/],
])('%j is refused', (typed, says) => expect(readEndpoint(typed, HERE).problem).toMatch(says));

test('a page of https asks https and this machine', () => {
  const page = 'https://site.example/';
  expect(readEndpoint('http://10.0.0.7:8000/v1', page).problem).toMatch(/https/);
  for (const typed of [
    'http://localhost:1/v1',
    'http://127.0.0.1:1/v1',
    'http://[::1]:1/v1',
    'https://h.example/v1',
  ]) {
    expect(readEndpoint(typed, page).base).toBe(typed);
  }
  expect(withVersion('http://localhost:1')).toBe('http://localhost:1/v1');
  expect(withVersion('http://localhost:1/api')).toBeNull();
});

const KEY = 'sk-a/b+c.d"e\\f';
test.each([
  `x ${KEY} y`,
  `x ${JSON.stringify(KEY).slice(1, -1)} y`,
  `x ${JSON.stringify(JSON.stringify(KEY)).slice(3, -3)} y`,
  `x ${encodeURIComponent(KEY)} y`,
  `x ${KEY.replace('/', '\\/')} y`,
  `x ${KEY.replace('+', '\\u002b')} y`,
])('the key goes from %j', (text) => {
  expect(scrubText(text, KEY)).toBe('x [key] y');
  const bytes = scrubBytes(new Uint8Array([0xff, ...new TextEncoder().encode(text)]), KEY);
  expect([bytes[0], new TextDecoder().decode(bytes.subarray(1))]).toEqual([0xff, 'x [key] y']);
});

test('short keys are words, and others leave the bytes alone', () => {
  expect(scrubText('EMPTY', 'EMPTY')).toBe('EMPTY');
  const bytes = new Uint8Array([1, 200, 3]);
  expect(scrubBytes(bytes, KEY)).toBe(bytes);
  expect(
    [keyProblem(KEY), keyProblem(''), keyProblem('a b'), keyProblem('ключ')].map(Boolean),
  ).toEqual([false, false, true, true]);
});
