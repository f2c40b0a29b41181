import { describe, expect, it } from 'vitest';
import { sameText } from '../src/lib/same-text.ts';
import { Semaphore } from '../src/lib/semaphore.ts';

const soon = () => new Promise((done) => setTimeout(done));

describe('semaphore', () => {
  it('lets so many work at a time, in their order', async () => {
    const semaphore = new Semaphore(2);
    const began: number[] = [];
    const ends: (() => void)[] = [];
    const never = new AbortController().signal;
    for (const i of [0, 1, 2, 3])
      void semaphore.take(never).then((end) => {
        began.push(i);
        ends[i] = end;
      });
    await soon();
    expect(began).toEqual([0, 1]);
    ends[1]?.();
    ends[1]?.();
    await soon();
    expect(began).toEqual([0, 1, 2]);
    ends[0]?.();
    await soon();
    expect(began).toEqual([0, 1, 2, 3]);
  });

  it('keeps nobody who gives up, and takes no place for them', async () => {
    const semaphore = new Semaphore(1);
    const never = new AbortController().signal;
    const first = await semaphore.take(never);
    const stop = new AbortController();
    const given = semaphore.take(stop.signal);
    let third = false;
    void semaphore.take(never).then(() => (third = true));
    stop.abort();
    (await given)();
    await soon();
    expect(third).toBe(false);
    first();
    await soon();
    expect(third).toBe(true);
    (await semaphore.take(stop.signal))();
  });

  it('lets what is for later wait behind all else, also what comes after it', async () => {
    const semaphore = new Semaphore(1);
    const began: string[] = [];
    const never = new AbortController().signal;
    const first = await semaphore.take(never);
    const begin = (name: string, later: boolean) =>
      void semaphore.take(never, later).then((end) => {
        began.push(name);
        end();
      });
    begin('kept 1', true);
    begin('kept 2', true);
    begin('pasted 1', false);
    begin('pasted 2', false);
    first();
    await soon();
    expect(began).toEqual(['pasted 1', 'pasted 2', 'kept 1', 'kept 2']);
  });
});

describe('equal texts', () => {
  it('are one', () => {
    const parts = ['simple', 'python_0'];
    expect(sameText(parts.join('_'))).toBe('simple_python_0');
    expect(sameText(parts.join('_'))).toBe(sameText('simple_python_0'));
    expect(sameText('x'.repeat(500))).toHaveLength(500);
  });
});
