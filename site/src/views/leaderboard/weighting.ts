// The weights of the overall score: those that were published, or those of the person.
import { html } from 'lit';
import { count, percent } from '../../lib/format.ts';
import type { Leaderboard } from '../../lib/scorer-types.ts';
import {
  groupsOf,
  officialWeights,
  VERSION_LABELS,
  weightsText,
  type Weights,
} from '../../lib/scores.ts';
import { setParams } from '../../state/router.ts';

/** `chosen`: the person's weights, by key of the column. */
export function weighting(
  leaderboard: Leaderboard,
  chosen: Weights | null,
  weigh: (key: string, value: number) => void,
) {
  const { overall } = leaderboard;
  if (overall.combining !== 'weights') {
    const how = overall.combining === 'mean' ? 'each the same' : 'by the number of entries';
    return html`<div class="weights" role="group" aria-label="Weights of the overall score">
      <h2>Weights</h2>
      <p class="muted">those of ${VERSION_LABELS[leaderboard.name]}, ${how}:
        ${groupsOf(leaderboard).map(({ column }, i) => html`${i > 0 ? ', ' : ''}${column.label} ${percent(overall.parts[i]?.share ?? 0)}`)}</p>
    </div>`;
  }
  const official = officialWeights(leaderboard);
  const weights = chosen ?? official;
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
  const changed = weightsText(weights) !== weightsText(official);
  return html`<div class="weights" role="group" aria-label="Weights of the overall score">
    <h2>Weights</h2>
    ${groupsOf(leaderboard).map(
      ({ column: { key, label } }) => html`<label
        >${label}
        <input type="number" min="0" max="100" step="5" .value=${String(weights[key])} @change=${(event: Event) => weigh(key, Number((event.target as HTMLInputElement).value))}
      /></label>`,
    )}
    ${
      changed
        ? html`<span class="muted">of ${count(sum)}</span><button @click=${() => setParams({ weights: undefined })}>Official: ${Object.values(official).join('/')}</button>`
        : html`<span class="muted">the official ones of ${leaderboard.name}</span>`
    }
  </div>`;
}
