// The repeats of a model on a published leaderboard: what they say, pass@k and pass^k, and the single runs.
import { html, nothing } from 'lit';
import { plural, percent, withMinus } from '../lib/format.ts';
import {
  isRepeated,
  scoreHeading,
  toModel,
  type BoardIndex,
  type PublishedModel,
  type RepeatsRow,
} from '../lib/published.ts';
import { intervalText } from './categories-table.ts';

const rangeText = ({ repeats: { lowest, highest } }: RepeatsRow): string =>
  lowest === null || highest === null ? '' : intervalText([lowest, highest]);

/** "48.2", of all repeats, and its k. */
function passAll({ repeats: { pass } }: RepeatsRow) {
  const all = pass.at(-1);
  return all
    ? html`${percent(all.pass_hat_k.value)} <span class="muted small">k = ${all.k}</span>`
    : nothing;
}

/** The columns of a table of models, some of which have repeats. */
export const repeatsHead =
  () => html`<th scope="col" class="num wide" title="Lowest and highest score of the repeats, over the entries that all repeats have">Repeats</th>
    <th scope="col" class="num wide" title="Probability that all k repeats pass an entry">pass^k</th>`;
export const repeatsCells = (model: PublishedModel | undefined) =>
  model && isRepeated(model)
    ? html`<td class="num wide muted">${rangeText(model)}</td><td class="num wide">${passAll(model)}</td>`
    : html`<td class="num wide"></td><td class="num wide"></td>`;
/** The same in one cell of a narrow page. */
export const repeatsNarrow = (model: PublishedModel) =>
  isRepeated(model) && model.repeats.lowest !== null
    ? html`<span class="narrow loose">repeats ${rangeText(model)}</span><span class="narrow loose">pass^k ${passAll(model)}</span>`
    : nothing;

/** Sentences and the table of pass@k and pass^k. */
export function repeatsSaid({ repeats }: RepeatsRow) {
  return html`${repeats.texts.map((text) => html`<p class="text">${withMinus(text)}</p>`)}
    ${
      repeats.pass.length === 0
        ? nothing
        : html`<section class="scroll" tabindex="0" role="region" aria-label="pass@k and pass^k">
            <table>
              <thead>
                <tr><th scope="col" class="num">k</th><th scope="col" class="num">pass@k</th><th scope="col" class="num wide">95 % CI</th><th scope="col" class="num">pass^k</th><th scope="col" class="num wide">95 % CI</th></tr>
              </thead>
              <tbody>
                ${repeats.pass.map(
                  ({ k, pass_at_k: at, pass_hat_k: hat }) =>
                    html`<tr><th scope="row" class="num">${k}</th>${[at, hat].map(({ value, interval_95: { low, high } }) => html`<td class="num">${percent(value)}<span class="narrow">${intervalText([low, high])}</span></td><td class="num muted wide">${intervalText([low, high])}</td>`)}</tr>`,
                )}
              </tbody>
            </table>
          </section>`
    }`;
}

/** On the page of one of them, named `current`. */
export function repeatsOf(board: BoardIndex, row: RepeatsRow, current: string) {
  const byName = new Map(board.models.map((model) => [model.name, model]));
  const runs = row.models.flatMap((name) => byName.get(name) ?? []);
  return html`<section aria-label="Repeats">
    <h2>${row.repeats.heading}</h2>
    <p class="muted small text">Recognized by: ${row.reason}. This page shows one of the ${plural(runs.length, 'run')}.</p>
    ${repeatsSaid(row)}
    <section class="scroll" tabindex="0" role="region" aria-label="Runs">
      <table>
        <thead>
          <tr><th scope="col">Run</th><th scope="col" class="num">${scoreHeading(board)}</th><th scope="col" class="num">95 % CI</th><th scope="col" class="wide">basis</th></tr>
        </thead>
        <tbody>${runs.map((run) => runLine(run, current))}</tbody>
      </table>
    </section>
  </section>`;
}

function runLine({ name, label, overall }: PublishedModel, current: string) {
  const { score, interval_95: range, basis } = overall;
  return html`<tr>
    <th scope="row">${name === current ? html`<strong aria-current="page">${label}</strong>` : html`<a href=${toModel(name)}>${label}</a>`}</th>
    <td class="num">${score === undefined ? 'N/A' : percent(score)}</td>
    <td class="num muted">${range ? intervalText(range) : ''}</td>
    <td class="wide muted">${basis?.text ?? ''}</td>
  </tr>`;
}
