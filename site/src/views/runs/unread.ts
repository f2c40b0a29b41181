// Runs without any run; and folders among the kept ones that this version of the page cannot read: which, why, and what
// can be done.
import { html, nothing } from 'lit';
import '../../components/notice.ts';
import { plural } from '../../lib/format.ts';
import { download } from '../../state/download.ts';
import { intake } from '../../state/intake.ts';
import { routeTo } from '../../state/router.ts';
import { shelf, type Unread } from '../../state/shelf.ts';

export const unreadNotice = (unread: readonly Unread[]) =>
  unread.length === 0
    ? nothing
    : html`<bx-notice kind="warn" heading="${plural(unread.length, 'kept run')} could not be read">
        <ul>${unread.map(line)}</ul>
        Nothing was removed. A newer version of this page may have written it: reload the page when an update is offered. You can also save
        the results and drop them here to score them again.
      </bx-notice>`;

const line = ({ name, why, data }: Unread) => html`<li>
  <code>${name}</code>: ${why}.
  ${data && data.size > 0 ? html`<button class="link" @click=${() => download(`${name}.jsonl`, data)}>Save its results</button>` : nothing}
</li>`;

/** The view while there is no run. */
export const noRuns = () =>
  html`<h1>Runs</h1>
      ${shelf.value.problem ? html`<bx-notice kind="warn" heading="Runs are not kept">${shelf.value.problem}</bx-notice>` : nothing}
      ${unreadNotice(shelf.value.unread)}
      ${
        intake.value.busy
          ? html`<bx-notice kind="loading">${intake.value.busy}</bx-notice>`
          : html`<bx-notice heading="No runs yet">Drop result files here, or <a href=${routeTo('score')}>paste or choose them</a>. They stay in this browser until you remove them.</bx-notice>`
      }`;
