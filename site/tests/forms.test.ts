// What was pasted or dropped and is no result lines: sentences, and logs of inspect unpacked.
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { categoryOf, isNote, problemsOf } from '../src/lib/forms.ts';
import { unpack } from '../src/lib/unpack.ts';

const note = (message: string) => ({ file: '', line: 1, id: '', message, fatal: false });

describe('forms', () => {
  it('tells notes from problems', () => {
    const candidate = note('candidate simple_python_0: a question');
    const notes = [
      { ...note('recognised: a Gemini response'), recognised: true as const },
      { ...candidate, nameless: true as const },
    ];
    expect(notes.map(isNote)).toEqual([true, true]);
    const others = [
      candidate,
      { ...candidate, nameless: true as const, fatal: true },
      note('recognised: a word'),
    ];
    expect(others.map(isNote)).toEqual([false, false, false]);
  });

  it('puts the listed responses beside their problems, and counts the matched ones as a note', () => {
    const told = (line: number) => ({
      ...note('2 entries'),
      line,
      nameless: true as const,
      fatal: true,
    });
    const response = (line: number, id = '') => ({ line, id }) as never;
    const found = {
      nameless: [response(1), response(2, 'simple_python_0'), response(3)],
      nameless_count: 4,
      problems: [told(1), told(3), told(4), note('1 response is matched')],
    };
    const made = problemsOf(found, 'mine.jsonl');
    expect(made.map(({ response }) => response?.line)).toEqual([1, 3, undefined, undefined]);
    expect(made.filter(isNote).map(({ message }) => message)).toEqual(['1 response is matched']);
    expect(new Set(made.map(({ file }) => file))).toEqual(new Set(['mine.jsonl']));
    const unmatched = { ...found, nameless_count: 3 };
    expect(problemsOf(unmatched, '').filter(isNote)).toEqual([]);
  });

  it('knows the category of an id', () => {
    expect(['live_simple_1-2-3', 'simple_python_0', 'x'].map(categoryOf)).toEqual([
      'live_simple',
      'simple_python',
      '',
    ]);
  });
});

describe('logs of inspect', () => {
  const sample = strToU8('{\n "id": "simple_python_0"\n}');
  const log = (members: Record<string, Uint8Array>) => zipSync(members);

  it('are their samples, one behind the other', async () => {
    const bytes = log({
      'header.json': strToU8('{}'),
      'samples/a_epoch_1.json': sample,
      'samples/b_epoch_1.json': sample,
    });
    const { files, skipped } = await unpack({ path: 'run.eval', bytes });
    expect(skipped).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual(['run.eval.jsonl']);
    expect(new TextDecoder().decode(files[0]?.bytes)).toBe(
      '{\n "id": "simple_python_0"\n}\n'.repeat(2),
    );
  });

  it('compressed with Zstandard are left out with what to do', async () => {
    const bytes = log({ 'samples/a_epoch_1.json': sample });
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let at = 0; at + 4 < bytes.length; at++) {
      const signature = view.getUint32(at, true);
      if (signature === 0x02014b50) view.setUint16(at + 10, 93, true);
      if (signature === 0x04034b50) view.setUint16(at + 8, 93, true);
    }
    const { files, skipped } = await unpack({ path: 'run.eval', bytes });
    expect(files).toEqual([]);
    expect(skipped[0]?.reason).toMatch(/Zstandard.*inspect log dump/);
  });
});
