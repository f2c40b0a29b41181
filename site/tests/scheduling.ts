// The module's own schedule for conversations that a test makes up.
import { loadScorer } from 'bfclx';
import type { ConversationPlan, Scorer } from '../src/lib/scorer-types.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
export const idOf = (i: number) => `simple_python_${i}`;
export const SETTINGS = { model: 'm', api: 'chat' as const, fc: true, today: '2026-11-22' };

/** Entries of one function each, whose name has the entry's number in it, and their plan. */
export async function planned(
  entries: number,
): Promise<{ scorer: Scorer; plan: ConversationPlan }> {
  const all = Array.from({ length: entries }, (_, i) => i);
  const lines = (of: (i: number) => object) =>
    bytes(all.map((i) => `${JSON.stringify(of(i))}\n`).join(''));
  const properties = { x: { type: 'integer', description: 'x' } };
  const parameters = { type: 'dict', properties, required: ['x'] };
  const scorer = await loadScorer();
  scorer.openDataset([
    {
      path: 'data/BFCL_v4_simple_python.json',
      bytes: lines((i) => ({
        id: idOf(i),
        question: [[{ role: 'user', content: 'call it' }]],
        function: [{ name: `f${i}`, description: 'f', parameters }],
      })),
    },
    {
      path: 'data/possible_answer/BFCL_v4_simple_python.json',
      bytes: lines((i) => ({ id: idOf(i), ground_truth: [{ [`f${i}`]: { x: [1] } }] })),
    },
  ]);
  const plan = scorer.planConversations({ settings: SETTINGS, categories: ['simple_python'] });
  return { scorer, plan };
}

/** `talks` with the schedule of the module. */
export const scheduled = (real: Scorer, talks: Partial<Scorer>): Scorer =>
  ({
    openSchedule: (request) => real.openSchedule(request),
    nextAction: (handle, now) => real.nextAction(handle, now),
    scheduleEvent: (handle, event) => real.scheduleEvent(handle, event),
    scheduleFigures: (handle, now) => real.scheduleFigures(handle, now),
    closeSchedule: (handle) => real.closeSchedule(handle),
    closeConversation: () => undefined,
    ...talks,
  }) as Scorer;
