import { describe, expect, it, vi } from 'vitest';
import { Question } from '../src/state/question.ts';

vi.mock('../src/state/runs.ts', () => ({ messageOf: (error: Error) => error.message }));

const host = () => ({
  addController: vi.fn(),
  removeController: vi.fn(),
  requestUpdate: vi.fn(),
  updateComplete: Promise.resolve(true),
});
const soon = () => new Promise((next) => setTimeout(next, 5));

describe('a question', () => {
  it('is asked alone; of those that come meanwhile the last alone is asked', async () => {
    const question = new Question<string>(host());
    const asked: string[] = [];
    const answers: ((value: string) => void)[] = [];
    const ask = (key: string) =>
      question.ask(key, () => {
        asked.push(key);
        return new Promise((answer) => answers.push(answer));
      });
    ask('1');
    await soon();
    for (let i = 2; i <= 200; ++i) ask(String(i));
    await soon();
    expect(asked).toEqual(['1']);
    answers[0]?.('one');
    await soon();
    expect(asked).toEqual(['1', '200']);
    expect(question.answer).toBe(null);
    answers[1]?.('two hundred');
    await soon();
    expect(question.answer).toBe('two hundred');
  });

  it('is not asked once its view is gone, and again when that is back', async () => {
    const question = new Question<string>(host());
    const asked: string[] = [];
    const ask = () =>
      question.ask('1', () => {
        asked.push('1');
        return Promise.resolve('one');
      });
    ask();
    question.hostDisconnected();
    await soon();
    expect(asked).toEqual([]);
    ask();
    await soon();
    expect([asked, question.answer]).toEqual([['1'], 'one']);
  });

  it('has the reason where there is no answer, and goes on', async () => {
    const question = new Question<string>(host());
    question.ask('1', () => Promise.reject(new Error('none')));
    await soon();
    expect([question.answer, question.error]).toEqual([null, 'none']);
    question.ask('2', () => Promise.resolve('two'));
    await soon();
    expect([question.answer, question.error]).toEqual(['two', '']);
  });
});
