import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Working } from '../src/components/working.ts';

/** In a page, or taken out of it. */
function working(isConnected: boolean): Working {
  const element = new Working();
  Object.defineProperty(element, 'isConnected', { value: isConnected });
  return element;
}

describe('bx-working', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is drawn again each second while it is in the page', () => {
    const element = working(true);
    element.render();
    element.render();
    expect(vi.getTimerCount()).toBe(1);
    element.disconnectedCallback();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts no timer in an update after it was taken out', () => {
    working(false).render();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says of many runs how to make it shorter', () => {
    const drawn = (total: number) => {
      const element = working(false);
      element.total = total;
      return JSON.stringify(element.render());
    };
    expect(drawn(40)).not.toContain('make it shorter');
    expect(drawn(41)).toContain('To make it shorter, filter or select runs.');
  });
});
