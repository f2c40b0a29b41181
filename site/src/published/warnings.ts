// Why scores may not reflect their models: a sign beside a name, and the lines, more than a few of them behind one.
import { html, nothing } from 'lit';
import { folded } from '../components/folded.ts';
import { plural } from '../lib/format.ts';
import type { BoardIndex } from '../lib/published.ts';
import type { RunWarning } from '../lib/scorer-types.ts';

export function warningSign(warnings: readonly RunWarning[]) {
  const said = warnings.map(({ text }) => text).join('; ');
  return said
    ? html`<span class="warn" role="img" aria-label="Warning: ${said}" title=${said}>!</span> `
    : nothing;
}

/** Those of the models with these names. */
export function warningLines(board: BoardIndex, names: readonly string[]) {
  const warned = board.models.filter(
    ({ name, warnings = [] }) => names.includes(name) && warnings.length > 0,
  );
  const lines = warned.flatMap(({ label, warnings = [] }) =>
    warnings.map(
      ({ text }) =>
        html`<p class="small text"><span class="warn" aria-hidden="true">!</span> <b>${label}</b>: ${text}.</p>`,
    ),
  );
  return folded(
    lines.length,
    html`<span class="warn" aria-hidden="true">!</span> The scores of ${plural(warned.length, 'model')} may not reflect the model`,
    lines,
  );
}
