// The categories of a model of a published leaderboard: accuracy with its 95 % CI, and counts. `address`: of its entries there, the failed ones if no verdict is named.
import { html, nothing } from 'lit';
import { axisHead } from '../components/interval.ts';
import { entriesLink, entriesTitle } from '../components/entries-link.ts';
import { breaking } from '../components/error-type.ts';
import { count, decimals, percent, plural } from '../lib/format.ts';
import type { BoardIndex, PublishedModel } from '../lib/published.ts';
import { FEW_ENTRIES } from '../lib/share.ts';
import { APART } from '../lib/summary.ts';

export const intervalText = ([low, high]: readonly [number, number]): string =>
  `${percent(low)} to ${percent(high)}`;

export function categoriesTable(
  board: BoardIndex,
  model: PublishedModel,
  address: (category: string, verdict?: string) => string,
) {
  const present = board.categories.filter(({ name }) => model.categories[name]);
  const rest = board.categories.filter(({ name }) => !model.categories[name]);
  // Below twenty entries there is no accuracy: a column of dashes would say nothing.
  const some = Object.values(model.categories).some(({ entries }) => entries >= FEW_ENTRIES);
  return html`<section class="scroll" tabindex="0" role="region" aria-label="Categories">
      <table>
        <thead>
          <tr><th scope="col">Category</th>${axisHead('wide')}${some ? html`<th scope="col" class="num">Accuracy</th>` : nothing}<th scope="col" class="num">Passed</th><th scope="col" class="num wide">Missing</th><th scope="col" class="num wide">Skipped</th></tr>
        </thead>
        <tbody>
          ${present.map(({ name, scored }) => {
            const part = model.categories[name];
            if (!part) return nothing;
            const share = part.entries > 0 ? part.right / part.entries : null;
            const [low, high] = part.interval_95;
            const dots =
              share === null
                ? []
                : [
                    {
                      value: share,
                      low,
                      high,
                      label: `${percent(share)}, interval ${intervalText(part.interval_95)}`,
                    },
                  ];
            return html`<tr>
              <th scope="row" class="mono"><a href=${address(name)}>${name}</a>${scored ? nothing : html` <span class="muted">${APART}</span>`}</th>
              <td class="chart wide"><bx-interval .points=${dots}></bx-interval></td>
              ${some ? html`<td class="num">${share === null || part.entries < FEW_ENTRIES ? html`<span class="absent small">under ${FEW_ENTRIES} entries</span>` : percent(share)}</td>` : nothing}
              <td class="num">${entriesLink(`${Number.isInteger(part.right) ? count(part.right) : decimals(part.right)} of ${count(part.entries)}`, address(name, 'all'), entriesTitle(name))}</td>
              <td class="num wide muted">${part.missing > 0 ? count(part.missing) : ''}</td>
              <td class="num wide muted">${part.skipped > 0 ? count(part.skipped) : ''}</td>
            </tr>`;
          })}
          ${rest.length > 0 ? restRow(rest, some) : nothing}
        </tbody>
      </table>
    </section>`;
}

/** All categories that the model has nothing of, in one row. */
const restRow = (rest: BoardIndex['categories'], some: boolean) => html`<tr>
  <th scope="row">${plural(rest.length, 'category', 'categories')} without results <span class="muted small mono">${rest.map(({ name }, i) => html`${i > 0 ? ', ' : ''}${breaking(name)}`)}</span></th>
  <td class="wide"></td>${some ? html`<td></td>` : nothing}<td></td>
  <td class="num wide muted">${count(rest.reduce((sum, { entries }) => sum + entries, 0))}</td><td class="wide"></td>
</tr>`;
