import { expect, test, vi } from 'vitest';

const description = vi.hoisted(() => ({ value: null as unknown }));
vi.mock('../src/state/pool.ts', () => ({ description }));
vi.mock('../src/state/dataset.ts', () => ({ dataset: { value: { entries: {} } } }));
const { entriesText } = await import('../src/state/order.ts');

test('the entries of a dataset, and how many of them count in the overall score', () => {
  const entries = { simple_python: 5, format_sensitivity: 78, sql: null };
  expect(entriesText(entries)).toBe('83 entries');
  description.value = {
    categories: [
      { name: 'simple_python', scored: true },
      { name: 'format_sensitivity', scored: false },
    ],
  };
  expect(entriesText(entries)).toBe('83 entries, 5 of them in the overall score');
  expect(entriesText({ simple_python: 1 })).toBe('1 entry');
});
