import { describe, expect, it } from 'vitest';
import { readRequest, targetOf, trust } from '../src/lib/embed-protocol.ts';

const score = (more: object) => ({ bfclx: 1, type: 'score', id: 'a', ...more });

describe('readRequest', () => {
  it.each([[null], ['PING'], [{}], [{ type: 'score' }], [[1]], [undefined], [4]])(
    'is silent about %j',
    (data) => expect(readRequest(data)).toBeNull(),
  );
  it.each([
    [{ bfclx: 2, id: 'a' }, /unsupported protocol version/],
    [{ bfclx: ['1'.repeat(1e6)], id: 'a' }, /^.{0,200}$/],
    [{ bfclx: 1, id: 'a', type: 'eval' }, /type must be one of score, show, select, remove, theme/],
    [{ bfclx: 1, id: 'a', type: '__proto__' }, /type must be one of/],
    [{ bfclx: 1, id: 'a', type: 'toString' }, /type must be one of/],
    [
      { bfclx: 1, id: 'a', type: 'show', fragment: '#results&q=' + 'a'.repeat(9000) },
      /more than 8,192/,
    ],
    [{ bfclx: 1, id: 'a', type: 'select' }, /run must be the name/],
    [{ bfclx: 1, id: 'a', type: 'remove', run: { toString: 'x' } }, /run must be the name/],
    [{ bfclx: 1, id: 'a', type: 'select', run: 'r'.repeat(201) }, /run must be the name/],
    [
      { bfclx: 1, id: 'a', type: 'theme', theme: 'red' },
      /theme must be one of system, light, dark/,
    ],
    [score({ text: 'x', name: 'n'.repeat(201) }), /name has more than 200/],
    [score({ url: `https://a.example/${'x'.repeat(9000)}` }), /url has more than 8,192/],
    [
      score({ files: Array.from({ length: 10_001 }, () => ({ path: 'a', data: '' })) }),
      /more than 10,000 files/,
    ],
    [{ bfclx: 1, id: 'a', type: 'show', fragment: 'javascript:alert(1)' }, /begins with #/],
    [score({}), /text, files or url is required/],
    [score({ files: [{ path: 'a' }] }), /each of files must be/],
    [score({ files: [{ path: 1, data: '' }] }), /each of files must be/],
    [score({ files: ['a'] }), /each of files must be/],
    [score({ text: 5 }), /text, files or url is required/],
  ])('%j is wrong', (data, expected) => {
    const read = readRequest(data);
    expect(read && 'wrong' in read ? read.wrong : '').toMatch(expected);
    expect(read?.id).toBe('a');
  });
  it.each([
    [
      score({ text: 'x' }),
      {
        name: 'embedded',
        files: [{ path: 'results.json', data: 'x' }],
        settings: {},
        verdicts: false,
      },
    ],
    [
      score({ url: 'https://a.example/', name: 'n' }),
      { name: 'n', url: 'https://a.example/', files: [] },
    ],
    [
      score({ text: 'x', settings: { decoder: 'prompting', underscore_to_dot: 'yes', other: 1 } }),
      { settings: { decoder: 'prompting' } },
    ],
    [score({ text: 'x', verdicts: 'yes' }), { verdicts: false }],
    [score({ text: 'x', verdicts: true }), { verdicts: true }],
    [score({ text: 'x', show: false }), { show: false }],
    [
      { bfclx: 1, type: 'remove', id: 'a', run: 'm' },
      { type: 'remove', run: 'm' },
    ],
    [
      { bfclx: 1, type: 'theme', id: 'a', theme: 'dark' },
      { type: 'theme', theme: 'dark' },
    ],
    [
      { bfclx: 1, type: 'show', id: 'a', fragment: '#results' },
      { type: 'show', fragment: '#results' },
    ],
  ])('%j', (data, expected) => expect(readRequest(data)).toMatchObject(expected));
  it('takes bytes in every form', () => {
    const files = [new ArrayBuffer(1), new Uint8Array(2), new Blob(['abc']), 'text'].map(
      (data, i) => ({ path: `${i}`, data }),
    );
    expect(readRequest(score({ files }))).toMatchObject({ files });
  });
});

it('an id that is endless comes back short', () => {
  const read = readRequest({ bfclx: 1, id: 'i'.repeat(1e6), type: 'x' });
  expect(read?.id.length).toBe(200);
});

describe('trust', () => {
  it.each([
    ['https://own.example', 'yes'],
    ['https://friend.example', 'yes'],
    ['https://friend.example.evil.example', 'ask'],
    ['http://friend.example', 'ask'],
    ['https://friend.example:8443', 'ask'],
    ['null', 'ask'],
    ['', 'ask'],
  ])('%s: %s', (origin, expected) =>
    expect(trust(origin, 'https://own.example', ['https://friend.example', 'null'])).toBe(expected),
  );
  it('answers go to the origin alone', () =>
    expect([targetOf('https://a.example'), targetOf('null')]).toEqual(['https://a.example', '*']));
});
