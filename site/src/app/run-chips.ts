// The loaded runs, as chips under the bar: one selects, its cross removes.
import { LitElement, css, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { count, shortName } from '../lib/format.ts';
import { base } from '../styles/base.ts';
import { navigate, route, routeTo } from '../state/router.ts';
import { intake } from '../state/intake.ts';
import { errorsOf } from '../state/diagnosis.ts';
import { removeRun, runs, type Run } from '../state/runs.ts';
import { Watch } from '../state/watch.ts';

/** More than this stand in the matrix alone. */
const MANY = 8;

@customElement('bx-run-chips')
export class RunChips extends LitElement {
  static override styles = [
    base,
    css`
      ul {
        display: flex;
        gap: 8px;
        padding: 8px 16px;
        overflow-x: auto;
        border-bottom: 1px solid var(--line);
      }
      li {
        display: flex;
        flex: none;
        align-items: center;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      li[data-on] {
        border-color: var(--accent);
        background: var(--selected);
      }
      button {
        border: 0;
        background: none;
        color: inherit;
      }
      .remove {
        padding: 0;
        width: var(--control);
        color: var(--muted);
      }
      .all {
        border: 0;
        padding: 0 8px;
      }
      .name {
        font-weight: 600;
        max-width: 30ch;
      }
    `,
  ];

  constructor() {
    super();
    new Watch(this, runs, route);
  }

  override render() {
    const shown = shownRun();
    const few = runs.value.length > MANY ? runs.value.filter((run) => run === shown) : runs.value;
    return html`<nav aria-label="Loaded runs"><ul>
      ${few.map(
        (run) => html`<li ?data-on=${run === shown}>
          <button aria-pressed=${run === shown} @click=${() => navigate('results', { run: run.name })}>
            <span class="name cut" title=${run.name}>${shortName(run.name)}</span>${errorSign(run)}
            ${run.settings ? html`<span class="muted small">${run.settings.decoder}</span>` : nothing}
            <span class="muted small">${run.date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })}</span>
          </button>
          <button class="remove" aria-label="Remove ${run.name}" @click=${() => removeRun(run)}>✕</button>
        </li>`,
      )}
      ${few.length < runs.value.length ? html`<li class="all"><a href=${routeTo('runs')}>all ${count(runs.value.length)} runs</a></li>` : nothing}
    </ul></nav>`;
  }
}

/** A sign at a run whose score as a whole is not what it seems to be. */
export function errorSign(run: Run) {
  const errors = errorsOf(run);
  if (errors === 0) return nothing;
  const label = `${errors === 1 ? 'an error' : `${errors} errors`} among the findings: this score is not what it seems to be`;
  return html`<span class="fail" role="img" title=${label} aria-label=${label}><b>!</b></span>`;
}

/** The name of a run in the address that is not there, once everything that the address names has come; else empty. */
export function unknownRun(): string {
  const { run, url = '' } = route.value.params;
  if (!run || runs.value.some(({ name }) => name === run) || intake.value.busy) return '';
  const named = url.split(' ').filter(Boolean);
  return named.every((address) => runs.value.some(({ source }) => source.url === address))
    ? run
    : '';
}

/** The run that Results shows: the one named in the address, else the latest. */
export function shownRun(): Run | undefined {
  const all = runs.value;
  return all.find(({ name }) => name === route.value.params.run) ?? all[all.length - 1];
}
