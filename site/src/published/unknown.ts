// An address that names a model which the leaderboard does not have: which, and what to do.
import { html, nothing } from 'lit';
import '../components/notice.ts';
import { modelsLike, toModels, type BoardIndex } from '../lib/published.ts';

/** Models that are offered in its place. */
const MOST = 5;

/** `address`: of the same page with a model in place of the wrong name. */
export const unknownModels = (
  board: BoardIndex,
  wrong: readonly string[],
  address: (name: string, wrong: string) => string,
) =>
  html`<bx-notice kind="error" heading="This leaderboard has no model of this name">
    ${[...new Set(wrong)].map((name) => {
      const like = modelsLike(board.models, name).slice(0, MOST);
      return html`<p>
        <code>${name || 'no name'}</code>: it may have been removed, or the address is truncated.
        ${
          like.length > 0
            ? html`Is it ${like.map((one, i) => html`${i > 0 ? ', or ' : ''}<a href=${address(one.name, name)}>${one.label}</a>`)}?`
            : nothing
        }
      </p>`;
    })}
    Find it under <a href=${toModels}>All models</a>.
  </bx-notice>`;
