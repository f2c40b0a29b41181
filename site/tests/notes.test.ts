import { expect, test } from 'vitest';
import {
  isEntryId,
  MOST_NOTES,
  MOST_NOTE_TEXT,
  isNotes,
  issueText,
  mergeNotes,
  notedEntries,
  readNotes,
  writeNotes,
  type Note,
} from '../src/lib/notes.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const note = (entry: string, more: Partial<Note> = {}): Note => ({
  entry,
  kind: 'wrong',
  text: 't',
  run: 'r',
  dataset: 'd',
  changed: NOW,
  ...more,
});
const file = (notes: unknown): string => JSON.stringify({ format: 'bfclx-notes-1', notes });

test('a note is kept on ids alone that are read again', () => {
  for (const [id, good] of [
    ['simple_python_7', true],
    ['live_multiple_1-0-0', true],
    ['x'.repeat(201), false],
    ['a b', false],
    ['<img>', false],
    ['', false],
  ] as const) {
    expect(isEntryId(id)).toBe(good);
    expect(readNotes(file([note(id)]), NOW).notes.length).toBe(good ? 1 : 0);
  }
});

test('what is written is read again', () => {
  const notes = [
    note('format_sensitivity_0:ret_fmt=python&tool_call_tag=True:a_1', {
      kind: 'other',
      text: 'ü "x"\n`',
    }),
    note('a_1'),
  ];
  const text = writeNotes(notes);
  expect(isNotes(text)).toBe(true);
  expect(readNotes(text, NOW)).toEqual({ notes: [notes[1], notes[0]], left: 0 });
  expect(readNotes(writeNotes([]), NOW)).toEqual({ notes: [], left: 0 });
});

test.each(['{"id": "a", "result": "x"}', '[]', '{"schema": "bfclx-errata-1"}', ''])(
  '%s is no file of notes',
  (text) => expect(isNotes(text)).toBe(false),
);

test.each([
  ['{"format": "bfclx-notes-1", "notes": [', /truncated or malformed/],
  ['{"format": "bfclx-notes-2", "notes": []}', /bfclx-notes-2.*reads bfclx-notes-1/],
  ['{"format": "bfclx-notes-1"}', /no `notes` list/],
])('%s ends in a sentence', (text, said) => expect(() => readNotes(text)).toThrow(said));

test.each([
  [null],
  [3],
  [{}],
  [{ entry: 'a', kind: 'nonsense' }],
  [{ entry: '<b>', kind: 'wrong' }],
  [{ entry: '../a', kind: 'wrong' }],
  [{ entry: 'a'.repeat(201), kind: 'wrong' }],
  [{ entry: 'a', kind: 'wrong', text: 'x'.repeat(MOST_NOTE_TEXT + 1) }],
  [{ entry: 'a', kind: 'wrong', text: { toString: 1 } }],
  [{ entry: 'a', kind: '__proto__' }],
  [{ entry: 'a', kind: 'constructor' }],
])('%j is left out', (one) =>
  expect(readNotes(file([one, note('b')]), NOW)).toMatchObject({
    notes: [{ entry: 'b' }],
    left: 1,
  }),
);

test('names are cut, dates are of the past, and there are not too many', () => {
  const [one] = readNotes(
    file([
      {
        entry: 'a',
        kind: 'right',
        run: 'x'.repeat(999),
        dataset: 7,
        changed: '9999-01-01T00:00:00Z',
      },
    ]),
    NOW,
  ).notes;
  expect(one).toEqual({
    entry: 'a',
    kind: 'right',
    text: '',
    run: 'x'.repeat(200),
    dataset: '',
    changed: NOW,
  });
  const many = Array.from({ length: MOST_NOTES + 3 }, (_, i) => note(`a_${i}`));
  expect(readNotes(file(many), NOW)).toMatchObject({ left: 3 });
  expect(mergeNotes(new Map([['z', note('z')]]), many.slice(0, MOST_NOTES)).notes.size).toBe(
    MOST_NOTES,
  );
});

test('of two notes on one entry the newer stands', () => {
  const mine = new Map([
    ['a', note('a', { text: 'mine' })],
    ['b', note('b', { text: 'mine' })],
  ]);
  const { notes, taken } = mergeNotes(mine, [
    note('a', { text: 'newer', changed: NOW + 1 }),
    note('b', { text: 'older', changed: NOW - 1 }),
    note('c'),
  ]);
  expect([...notes.values()].map(({ text }) => text)).toEqual(['newer', 'mine', 't']);
  expect(taken).toBe(2);
});

test('the filter takes a kind, or any', () => {
  const notes = new Map([
    ['a', note('a')],
    ['b', note('b', { kind: 'right' })],
  ]);
  expect(notedEntries(notes, undefined)).toBeUndefined();
  expect([...(notedEntries(notes, 'any') ?? [])]).toEqual(['a', 'b']);
  expect([...(notedEntries(notes, 'right') ?? [])]).toEqual(['b']);
  expect([...(notedEntries(notes, 'nonsense') ?? [])]).toEqual([]);
});

test('the text of an issue has question, truth, responses, note and dataset, all of it in fences', () => {
  const hostile = '```\n# <img src=x onerror=alert(1)> @everyone\n````';
  const text = issueText([
    {
      note: note('simple_python_1', { text: hostile, run: 'a`\n# b', dataset: 'BFCL v4' }),
      question: 'user: what?',
      truth: '[{"f": {}}]',
      responses: [
        { run: 'm', valid: false, reason: 'x', text: 'f()' },
        { run: 'n', valid: true, reason: '', text: '' },
      ],
      further: 2,
    },
  ]);
  expect(text).toContain(`\`\`\`\`\`text\n${hostile}\n\`\`\`\`\``);
  expect(text).toContain('### `simple_python_1`: ground truth incorrect');
  expect(text).toContain('`a # b`');
  expect(text).toContain('**Response of `m`**, failed: `x`\n\n```text\nf()\n```');
  expect(text).toContain('**Response of `n`**, passed\n\n2 more runs have a verdict on it.');
  expect(text).toContain('Dataset: `BFCL v4`');
  expect(text.replace(/(`{3,})\w*\n[\s\S]*?\n\1/g, '')).not.toMatch(/<|@/);
  expect(
    issueText([
      {
        note: note('a', { text: 'x'.repeat(9000) }),
        question: '',
        truth: '',
        responses: [],
        further: 0,
      },
    ]).length,
  ).toBeLessThan(7000);
});
