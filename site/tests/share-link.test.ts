import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  bareLine,
  carry,
  memberTexts,
  unpackCarried,
  type Carried,
} from '../src/lib/share-link.ts';

const RUN: Carried = {
  name: 'a model',
  decoder: 'prompting',
  underscore_to_dot: false,
  dataset: { version: 'v4', hash: 'sha256:ab' },
  errata: '',
  lines: '{"id":"simple_python_0","result":"[f(x=1.0, é=\\"ä\\")]"}\n',
};
const packed = (content: string | Buffer) =>
  `carried:${deflateRawSync(content).toString('base64url')}`;

describe('a link that carries its data', () => {
  it('there and back', async () => {
    const address = await carry(RUN);
    expect(address).toMatch(/^carried:[\w-]+$/);
    expect(await unpackCarried(address)).toEqual(RUN);
  });
  it.each([
    ['carried:', /malformed/],
    ['carried:!!!', /malformed/],
    [`carried:${'A'.repeat(20_000)}`, /longer than/],
    [packed(''), /nothing that this site can read/],
    [packed('null\n'), /nothing that this site can read/],
    [packed('[1]\n'), /nothing that this site can read/],
    [packed('{"bfclx":2}\n'), /nothing that this site can read/],
    [packed(`{"bfclx":1,"name":${'['.repeat(3000)}\n`), /nothing that this site can read/],
    [packed(`{"bfclx":1,"name":"${'n'.repeat(5000)}"}\n`), /nothing that this site can read/],
    // A small link that unpacks to a hundred times what is allowed is read no further than that.
    [packed(Buffer.alloc(10_000_000, 32)).slice(0, 16_000), /more than 1,000,000 bytes/],
    [packed('{"bfclx":1}\n' + 'x'.repeat(500)).slice(0, -6), /malformed/],
  ])('%.60s is refused with a sentence', (address, expected) =>
    expect(unpackCarried(address)).rejects.toThrow(expected),
  );
  it.each([
    [
      '{"bfclx":1,"name":7,"dataset":null,"decoder":{},"errata":[1]}\n',
      { name: 'carried', decoder: '', errata: '', dataset: { version: '', hash: '' } },
    ],
    [
      '{"bfclx":1,"dataset":"x","underscore_to_dot":"yes","__proto__":{"name":"evil"}}',
      { name: 'carried', underscore_to_dot: false, lines: '' },
    ],
    [`{"bfclx":1,"name":"${'n'.repeat(900)}"}\nx`, { name: 'n'.repeat(200), lines: 'x' }],
  ])('%.60s is read as far as it is known', async (content, expected) =>
    expect(await unpackCarried(packed(content))).toMatchObject(expected),
  );
});

describe('lines without their log', () => {
  it.each([
    [
      '{"id": "a", "result": [1.0, 1e5, 12345678901234567890], "log": {"id": "b"}}',
      '{"id":"a","result":[1.0, 1e5, 12345678901234567890]}',
    ],
    [
      '{"log": "\\"result\\": 1, }", "result": "x, \\" }", "id": "a"}',
      '{"id":"a","result":"x, \\" }"}',
    ],
    [' {"id":"a","result":{"f":"{}"}} ', '{"id":"a","result":{"f":"{}"}}'],
    ['{"id":"a"}', null],
    ['[{"id":"a","result":1}]', null],
    ['x{"id":"a","result":1}', null],
    ['{"\\q":1,"id":"a","result":1}', null],
    ['', null],
  ])('%s', (given, expected) => expect(bareLine(given)).toBe(expected));
  it('names are read, values are not', () =>
    expect([...memberTexts('{"a\\u0062": 1.50 , "c":[2, {"d":3}]}')]).toEqual([
      ['ab', '1.50'],
      ['c', '[2, {"d":3}]'],
    ]));
});
