import { describe, expect, it } from 'vitest';
import { listParts, shortReason } from '../src/lib/reason.ts';
import { sizesText } from '../src/lib/dataset-sizes.ts';
import { rangeOf, shareText } from '../src/lib/share.ts';

describe('shortReason', () => {
  it.each([
    [
      "The value 'human cell' of 'cell_type' is none of the possible answers ['human'].",
      "cell_type: 'human cell' ≠ 'human'",
    ],
    ["The value 5 of 'n' is none of the possible answers ['', 10].", 'n: 5 ≠ 10'],
    ["The value 'x' of 'a' is none of the possible answers [''].", "a: 'x' ≠ ''"],
    [
      "The value ['a, b'] of 'items' is none of the possible answers [['a', \"b's\"], ['c']].",
      "items: ['a, b'] ≠ ['a', \"b's\"] or ['c']",
    ],
    ["The value 1 of 'n' is none of the possible answers [2, 3, 4].", 'n: 1 ≠ 2 or 2 others'],
    // The module cuts long sentences.
    [
      "The value 'x' of 'a' is none of the possible answers ['long text that ...",
      "a: 'x' ≠ ['long text that ...",
    ],
    ["The function 'get' should be called, not 'fetch'.", 'fetch() ≠ get()'],
    ["Parameter 'celsius', which the function requires, is missing.", 'celsius is missing'],
    ["Parameter 'mode' is missing, and no possible answer leaves it out.", 'mode is missing'],
    ['Calls expected: 2, calls made: 1.', '1 call ≠ 2'],
    ["The function has no parameter 'from'.", 'from: no such parameter'],
    ["No possible answer gives the parameter 'from'.", 'from: in no possible answer'],
    ["Parameter 'ra' takes the type float, but '0.7' is str.", "ra: '0.7' is str ≠ float"],
    [
      "Parameter 'keep' takes Java source text, but True is bool.",
      'keep: True is bool ≠ Java text',
    ],
    [
      "Parameter 'xs' takes elements of type float, but element 0 is 12 of type int.",
      'xs[0]: 12 is int ≠ float',
    ],
    [
      "No call fits item 1 of the ground truth; the nearest is call 0: Parameter 'n' takes the type integer, but '2' is str.",
      "n: '2' is str ≠ integer",
    ],
    [
      "The reply could not be read as function calls: name 'true' is not defined.",
      "unreadable: name 'true' is not defined",
    ],
    ['No function fits the question, but a call was made.', 'a call, where none was wanted'],
    [
      "After turn 0 TwitterAPI.tweets[2]['content'] is 'a', where the ground truth has 'b'.",
      "turn 1: TwitterAPI.tweets[2]['content']: 'a' ≠ 'b'",
    ],
    [
      'After turn 1 GorillaFileSystem.root is "<Directory: a, Parent: None ...',
      'turn 2: GorillaFileSystem.root differs',
    ],
    ["No call up to turn 1 gave the response '{}'.", "turn 2: no call gave '{}'"],
    ['Turn 0 asks for calls, and the model made none that could be decoded.', 'turn 1: no call'],
    ['A sentence of a form that is new.', 'A sentence of a form that is new.'],
    ['', ''],
  ])('%s', (sentence, short) => expect(shortReason(sentence)).toBe(short));

  it('is quick whatever stands in the sentence', () => {
    const hostile = `The value ${"' of '".repeat(20_000)} is none of the possible answers ${'['.repeat(20_000)}`;
    expect(shortReason(hostile.slice(0, 4000)).length).toBeGreaterThan(0);
  });
});

describe('listParts', () => {
  it.each([
    ["['a', 'b']", ["'a'", "'b'"]],
    ['[]', []],
    ["['it\\'s, here', {'k': [1, 2]}]", ["'it\\'s, here'", "{'k': [1, 2]}"]],
    ["['cut", null],
    ['[[1]', null],
    ['text', null],
  ])('%s', (text, parts) => expect(listParts(text)).toEqual(parts));
});

describe('shares', () => {
  it.each([
    [0, 0, '–'],
    [1, 3, '1 of 3'],
    [0, 19, '0 of 19'],
    [0, 20, '0.0'],
    [347, 400, '86.8'],
  ])('%i of %i is %s', (right, entries, text) => expect(shareText(right, entries)).toBe(text));
  it.each([
    [0.5, { low: 0.489, high: 0.511 }, '±1.1'],
    [0, { low: 0, high: 0.79 }, '0.0 to 79.0'],
    [1, { low: 0.206, high: 1 }, '20.6 to 100.0'],
    [0.962, { low: 0.936, high: 0.975 }, '93.6 to 97.5'],
    // However many entries: never ±0.0, and never the end of the scale with a way beyond it.
    [1, { low: 0.9991, high: 1 }, '99.9 to 100.0'],
    [0, { low: 0, high: 0.0009 }, '0.0 to 0.1'],
    [0.5, { low: 0.4999, high: 0.5001 }, '50.0 to 50.0'],
  ])('%f', (value, interval, text) => expect(rangeOf(value, interval)).toBe(text));
});

describe('sizesText', () => {
  const scored = new Set(['simple_python', 'multiple']);
  it('explains the three numbers of the official dataset', () =>
    expect(
      sizesText(
        { simple_python: 5000, multiple: 106, sql: 500, rest: 310, format_sensitivity: 5200 },
        scored,
      ),
    ).toBe(
      '5,106 entries count in the overall score; 810 are in categories that do not; 5,200 are prompts of format sensitivity, which asks 200 entries in 26 ways: 11,116 in all',
    ));
  it('says one number where there is one', () =>
    expect(sizesText({ multiple: 3, simple_python: null }, scored)).toBe(
      '3 entries count in the overall score',
    ));
});
