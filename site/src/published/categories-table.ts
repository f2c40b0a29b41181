// The categories of a model of a published leaderboard: accuracy with its 95 % CI, and counts. `address`: of its failures there.
import { html, nothing } from 'lit';
import { axisHead } from '../components/interval.ts';
import { count, decimals, percent } from '../lib/format.ts';
import type { BoardIndex, PublishedModel } from '../lib/published.ts';
import { FEW_ENTRIES } from '../lib/share.ts';
import { APART } from '../lib/summary.ts';

export const intervalText = ([low, high]: readonly [number, number]): string =>
  `${percent(low)} to ${percent(high)}`;

export function categoriesTable(
  board: BoardIndex,
  model: PublishedModel,
  address: (category: string) => string,
) {
  return html`<section class="scroll" tabindex="0" role="region" aria-label="Categories">
      <table>
        <thead>
          <tr><th scope="col">Category</th>${axisHead('wide')}<th scope="col" class="num">accuracy</th><th scope="col" class="num">passed</th><th scope="col" class="num wide">missing</th><th scope="col" class="num wide">skipped</th></tr>
        </thead>
        <tbody>
          ${board.categories.map(({ name, scored, entries }) => {
            const part = model.categories[name];
            if (!part)
              return html`<tr><th scope="row" class="mono">${name}</th><td class="wide"></td><td class="num absent">N/A</td><td></td><td class="num wide muted">${count(entries)}</td><td class="wide"></td></tr>`;
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
              <td class="num">${share === null || part.entries < FEW_ENTRIES ? html`<span class="absent">–</span>` : percent(share)}</td>
              <td class="num">${Number.isInteger(part.right) ? count(part.right) : decimals(part.right)} of ${count(part.entries)}</td>
              <td class="num wide muted">${part.missing > 0 ? count(part.missing) : ''}</td>
              <td class="num wide muted">${part.skipped > 0 ? count(part.skipped) : ''}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </section>`;
}
