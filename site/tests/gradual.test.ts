import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gradual } from '../src/state/gradual.ts';

function table(step: number) {
  let rows: number[] = [];
  let drawn: readonly number[] = [];
  let times = 0;
  const host = {
    addController: () => undefined,
    removeController: () => undefined,
    updateComplete: Promise.resolve(true),
    requestUpdate: () => draw(),
  };
  const gradual = new Gradual(host, step);
  function draw(next = rows): readonly number[] {
    rows = next;
    times += 1;
    drawn = gradual.some(rows, (row) => row);
    gradual.hostUpdated();
    return drawn;
  }
  return { draw, drawn: () => drawn, times: () => times };
}

const upTo = (number: number) => Array.from({ length: number }, (_, i) => i);
const backwards = (number: number) => upTo(number).reverse();

describe('rows that are drawn a few a task', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('come one part after the other', () => {
    const { draw, drawn } = table(20);
    expect(draw(upTo(50))).toEqual(upTo(20));
    vi.advanceTimersToNextTimer();
    expect(drawn()).toEqual(upTo(40));
    vi.runAllTimers();
    expect(drawn()).toEqual(upTo(50));
  });

  it('change places one part after the other, and none is lost', () => {
    const { draw, drawn } = table(20);
    draw(upTo(100));
    vi.runAllTimers();
    draw(backwards(100));
    expect(drawn()).toEqual([...backwards(100).slice(0, 20), ...upTo(80)]);
    expect([...drawn()].sort((a, b) => a - b)).toEqual(upTo(100));
    vi.runAllTimers();
    expect(drawn()).toEqual(backwards(100));
  });

  it('change places at once where few do, and come to rest', () => {
    const { draw, drawn, times } = table(20);
    draw(upTo(100));
    vi.runAllTimers();
    const one = [99, ...upTo(99)];
    expect(draw(one)).toEqual(one);
    vi.runAllTimers();
    const before = times();
    vi.runAllTimers();
    expect(times()).toBe(before);
    expect(draw([1, 2])).toEqual([1, 2]);
    expect(draw(upTo(100))).toEqual(upTo(20));
    vi.runAllTimers();
    expect(drawn()).toEqual(upTo(100));
  });
});
