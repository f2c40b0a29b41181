// The models in other languages, each against its run in the language of the leaderboard.
import { html, nothing } from 'lit';
import type { BoardLanguages, LanguageRow } from '../lib/board-languages.ts';
import { count, percent, withMinus } from '../lib/format.ts';
import { toModel, type BoardIndex } from '../lib/published.ts';

function line({ models }: BoardIndex, row: LanguageRow) {
  const known = models.find(({ label }) => label === row.model);
  return html`<tr>
    <th scope="row">${known ? html`<a href=${toModel(known.name)}>${row.model}</a>` : row.model}</th>
    <td title=${row.dataset}>${row.language}</td>
    <td class="num wide muted">${count(row.entries)}</td>
    <td class="num">${percent(row.source)}</td>
    <td class="num">${percent(row.translation)}</td>
    <td class="num">${withMinus(row.difference)}<span class="narrow">${withMinus(row.interval)}</span><span class="narrow">p Holm ${row.p}</span></td>
    <td class="num wide muted">${withMinus(row.interval)}</td>
    <td class="num wide muted">${row.p}</td>
  </tr>`;
}

/** Nothing where no model was run in another language. */
export function languagesOf(board: BoardIndex, languages: BoardLanguages | null) {
  if (!languages || languages.rows.length === 0) return nothing;
  return html`<section class="scroll" tabindex="0" role="region" aria-label="Languages">
    <h2>Languages</h2>
    <p class="muted text">${languages.text}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Language</th>
          <th scope="col" class="num wide">Entries</th>
          <th scope="col" class="num">Source</th>
          <th scope="col" class="num">Translation</th>
          <th scope="col" class="num">Difference</th>
          <th scope="col" class="num wide">95 % CI</th>
          <th scope="col" class="num wide">p Holm</th>
        </tr>
      </thead>
      <tbody>${languages.rows.map((row) => line(board, row))}</tbody>
    </table>
  </section>`;
}
