import { nothing } from 'lit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Stoppable } from '../src/state/stoppable.ts';

vi.mock('../src/components/working.ts', () => ({}));
vi.mock('../src/state/runs.ts', () => ({ messageOf: (error: Error) => error.message }));

const host = () => ({
  addController: vi.fn(),
  removeController: vi.fn(),
  requestUpdate: vi.fn(),
  updateComplete: Promise.resolve(true),
});

describe('the notice of a long question', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is not shown before anything was asked, nor in the first half second', () => {
    const question = new Stoppable<string>(host());
    vi.advanceTimersByTime(10_000);
    expect(question.notice('bar', 'text')).toBe(nothing);
    question.ask('key', 2, () => new Promise(() => undefined));
    expect(question.notice('bar', 'text')).toBe(nothing);
    vi.advanceTimersByTime(600);
    expect(question.notice('bar', 'text')).not.toBe(nothing);
  });

  it('is not shown once the view is gone', () => {
    const question = new Stoppable<string>(host());
    question.ask('key', 2, () => new Promise(() => undefined));
    vi.advanceTimersByTime(600);
    question.hostDisconnected();
    expect(question.notice('bar', 'text')).toBe(nothing);
  });
});
