// The page of an entry: a response that is not loaded any more is no missing one.
import { expect, test, vi } from 'vitest';
import type { Row, Run } from '../src/state/runs.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn(async () => '<html>') }));
vi.mock('../src/state/pool.ts', () => ({ pool: {} }));
vi.mock('../src/state/runs.ts', () => ({ scopeOf: () => ({ call }) }));
vi.mock('../src/state/basis.ts', () => ({ errataName: () => null, errataNotes: () => [] }));

const { sharedEntry } = await import('../src/state/share.ts');

const file = { key: 'f', path: 'f', blob: new Blob() };
const run = { name: 'm', settings: {}, files: [file] } as unknown as Run;
const row = (more: object) =>
  ({ id: 'simple_python_1', category: 'simple_python', ...more }) as Row;

test('an entry goes with its file, or with none where it is missing', async () => {
  await sharedEntry(run, row({ file: 'f' }));
  expect(call).toHaveBeenLastCalledWith(
    'entryPage',
    file,
    'simple_python',
    'simple_python_1',
    {},
    expect.anything(),
  );
  await sharedEntry(run, row({ file: '', missing: true }));
  expect(call).toHaveBeenLastCalledWith(
    'entryPage',
    null,
    'simple_python',
    'simple_python_1',
    {},
    expect.anything(),
  );
});

test('a response whose file is gone is refused', async () => {
  await expect(sharedEntry(run, row({ file: 'g' }))).rejects.toThrow(/not loaded any more/);
});
