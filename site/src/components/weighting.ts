// The weights of the overall score: those that were published, or those of the person.
import { html, nothing } from 'lit';
import { count, percent } from '../lib/format.ts';
import { readNumber } from '../lib/number-field.ts';
import type { Leaderboard } from '../lib/scorer-types.ts';
import {
  groupsOf,
  officialWeights,
  VERSION_LABELS,
  weightsText,
  type Weights,
} from '../lib/scores.ts';

const MOST = 1000;

/** A weight that cannot be taken, as it was typed, and why. */
export interface Fault {
  key: string;
  text: string;
  problem: string;
}

/** `chosen`: the person's weights, by key of the column; `reset`: back to the official ones; `fault`: what was refused last; `open`: see views/fold.ts. */
export function weighting(
  leaderboard: Leaderboard,
  chosen: Weights | null,
  weigh: (key: string, value: number) => void,
  reset: () => void,
  fault: Fault | null,
  refuse: (fault: Fault | null) => void,
  open: boolean,
) {
  const { overall } = leaderboard;
  if (overall.combining !== 'weights') {
    if (overall.combining === 'tag_weights') return nothing;
    const how = overall.combining === 'mean' ? 'each the same' : 'by the number of entries';
    return html`<div class="weights folds" ?data-open=${open} role="group" aria-label="Weights of the overall score">
      <h2>Weights</h2>
      <p class="muted">those of ${VERSION_LABELS[leaderboard.name]}, ${how}:
        ${groupsOf(leaderboard).map(({ column }, i) => html`${i > 0 ? ', ' : ''}${column.label} ${percent(overall.parts[i]?.share ?? 0)}`)}</p>
    </div>`;
  }
  const official = officialWeights(leaderboard);
  const weights = chosen ?? official;
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
  const change = (key: string, label: string, input: HTMLInputElement): void => {
    const field = {
      label: `The weight of ${label}`,
      least: 0,
      most: MOST,
      fraction: true,
    } as const;
    const { value, problem } = readNumber(field, input.validity.badInput ? null : input.value);
    refuse(problem ? { key, text: input.value, problem } : null);
    if (!problem) weigh(key, value ?? 0);
  };
  const changed = weightsText(weights) !== weightsText(official);
  return html`<div class="weights folds" ?data-open=${open} role="group" aria-label="Weights of the overall score">
    <h2>Weights</h2>
    ${groupsOf(leaderboard).map(
      ({ column: { key, label } }) => html`<label
        >${label}
        <input type="number" min="0" max=${MOST} step="5" .value=${fault?.key === key ? fault.text : String(weights[key])}
          aria-invalid=${fault?.key === key ? 'true' : nothing} aria-errormessage=${fault?.key === key ? 'weight-fault' : nothing}
          @change=${(event: Event) => change(key, label, event.target as HTMLInputElement)}
      /></label>`,
    )}
    ${fault ? html`<span id="weight-fault" class="fail" role="alert">${fault.problem}</span>` : nothing}
    ${
      changed
        ? html`<span class="muted">of ${count(sum)}</span><button @click=${reset}>Official: ${Object.values(official).join('/')}</button>`
        : html`<span class="muted">the official ones of ${leaderboard.name}</span>`
    }
  </div>`;
}
