// Reasoning that responses of a generated run began with: what was done with it, in the module's words.
import { plural } from '../lib/format.ts';
import type { Ask } from './asks.ts';

/** Empty where no response began with reasoning. */
export function reasoningText({ answers, plan }: Ask): string {
  const found = [...answers.values()].reduce((sum, { reasoning = 0 }) => sum + reasoning, 0);
  const text = plan?.reasoning ?? '';
  if (found === 0 || !text) return '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. In this run: ${plural(found, 'response')}.`;
}
