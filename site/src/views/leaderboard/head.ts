// What Leaderboard shows, above it: the table with its version, own runs only, and the form for another table.
import { html, nothing } from 'lit';
import '../../components/notice.ts';
import { plural } from '../../lib/format.ts';
import { VERSION_LABELS, VERSIONS, versionOf } from '../../lib/scores.ts';
import { board, forgetBoard, NO_TABLE, showAgain, takeTables } from '../../state/board.ts';
import { allowFetch } from '../../state/intake.ts';
import { isOwn } from '../../state/own-score.ts';
import { route, setParams } from '../../state/router.ts';
import { runs } from '../../state/runs.ts';
import { fold } from '../fold.ts';
import { shownTable } from './shown-table.ts';

const PAGE = 'https://gorilla.cs.berkeley.edu/leaderboard.html';
const OFFICIAL_ADDRESS = 'https://gorilla.cs.berkeley.edu/data_overall.csv';

/** The address of the table that "Own runs only" hides. */
let hidden: string | undefined;

/** `bringing`: the form for another table is open; `bring` opens or closes it. `options`: see views/fold.ts. */
export function head(
  bringing: boolean,
  bring: () => void,
  options: boolean,
  openOptions: () => void,
) {
  const { from, shipped } = board.value;
  const table = shownTable();
  const alone = route.value.params.table === NO_TABLE;
  return html`<div class="head">
    <h1>Leaderboard</h1>
    ${
      table
        ? html`<span class="muted from">${
            shipped
              ? html`<a href=${PAGE} target="_blank" rel="noreferrer noopener">${from}</a>`
              : from
          }, ${VERSION_LABELS[table.version]}, ${plural(table.rows.length, 'model')}</span>`
        : nothing
    }
    <span class="grow"></span>
    ${fold(options, openOptions)}
    <div class="controls folds" ?data-open=${options}>
    ${(!table || shipped) && !isOwn() ? versions() : nothing}
    ${!isOwn() && (alone || runs.value.length > 0) ? html`<button aria-pressed=${alone} @click=${() => ownOnly(!alone)}>Own runs only</button>` : nothing}
    ${isOwn() ? nothing : html`<button aria-expanded=${bringing} @click=${bring}>Another table…</button>`}
    ${table && !shipped ? html`<button class="plain" @click=${forgetBoard}>Remove table</button>` : nothing}
    </div>
  </div>`;
}

function versions() {
  const chosen = versionOf(route.value.params.leaderboard);
  return html`<label class="row muted small"
    >Version
    <select aria-label="Version of the leaderboard" @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${VERSIONS.map((name) => html`<option .selected=${name === chosen}>${name}</option>`)}
    </select></label
  >`;
}

const choose = (name: string): void =>
  setParams({
    leaderboard: name === 'v4' ? undefined : name,
    groups: undefined,
    weights: undefined,
  });

function ownOnly(on: boolean): void {
  if (on) hidden = route.value.params.table;
  setParams({ table: on ? NO_TABLE : hidden });
}

/** There is nothing to show: own runs only, and there are none. */
export const noTable = () =>
  html`<bx-notice heading="No runs to show">
    “Own runs only” is on, and no run is loaded. <button class="link" @click=${() => setParams({ table: undefined })}>Show the public table</button>
  </bx-notice>`;

/** A table from a file or an address; `done` once one was chosen. */
export function intake(done: () => void) {
  return html`<div class="intake">
    <p class="muted">
      Drop a <code>data_overall.csv</code> on any view, choose it, or fetch it. A chosen or dropped file stays in this browser. Your runs appear
      among its rows.
    </p>
    <form class="row wrap" @submit=${(event: Event) => fetchTable(event, done)}>
      <button type="button" class="primary" @click=${() => chooseFile(done)}>Choose a file…</button>
      <input type="url" name="address" aria-label="Address of a data_overall.csv" .value=${OFFICIAL_ADDRESS} />
      <button>Fetch</button>
    </form>
  </div>`;
}

function chooseFile(done: () => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.csv';
  input.addEventListener('change', () => {
    done();
    void takeTables([...(input.files ?? [])]);
  });
  input.click();
}

function fetchTable(event: Event, done: () => void): void {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const { value } = form.elements.namedItem('address') as HTMLInputElement;
  if (!value) return;
  done();
  allowFetch(value);
  if (value === route.value.params.table) showAgain();
  else setParams({ table: value });
}
