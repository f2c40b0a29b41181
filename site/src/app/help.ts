// The help: keys, settings, and what this is.
import { html, nothing } from 'lit';
import { docsLink } from './docs-link.ts';
import { MAC, PALETTE_KEY } from './palette-key.ts';
import { showDialog } from '../components/dialog.ts';
import { isFirstVisit } from '../lib/first-visit.ts';
import { SEARCH_FIELDS } from '../lib/search-terms.ts';
import { description } from '../state/pool.ts';
import { dataset } from '../state/dataset.ts';
import { setTheme, theme, type Theme } from '../state/theme.ts';

const KEYS: readonly [title: string, keys: readonly [string, string][]][] = [
  [
    'Everywhere',
    [
      ['?', 'this help'],
      [PALETTE_KEY, 'find a view, run, entry or action'],
      ['Esc', 'close'],
      [MAC ? '⌘Z' : 'Ctrl Z', 'undo a removal (within ten seconds)'],
      [
        'drop, paste',
        'result files, folders, archives (.zip, .tar, .gz), a dataset or a leaderboard table',
      ],
    ],
  ],
  [
    'Lists',
    [
      ['/', 'search'],
      ['j  k', 'next and previous'],
      ['Enter', 'open the selected entry'],
      ['n', 'Results: annotate the entry'],
    ],
  ],
  [
    'Search of entries',
    [
      ['two words', 'both occur: in ids, questions, functions, responses or reasons'],
      ['"a phrase"', 'occurs as a whole'],
      ...Object.entries(SEARCH_FIELDS).map(([prefix, what]): [string, string] => [
        `${prefix}:word`,
        what,
      ]),
    ],
  ],
  [
    'Playground',
    [
      ['Ctrl Space', 'list completions'],
      ['Tab', 'complete'],
      ['↑', 'bring an earlier call back'],
    ],
  ],
];

const THEMES: readonly [Theme, string][] = [
  ['system', 'as the system'],
  ['light', 'light'],
  ['dark', 'dark'],
];

export function showHelp(): void {
  const dialog = showDialog('Help', content);
  const stop = theme.subscribe(() => dialog.requestUpdate());
  dialog.addEventListener('closed', stop);
}

/** Link to the playground of the elements; absent in a frame. */
function playgroundOfElements() {
  if (window.top !== window) return nothing;
  return html`<a href="./demo-elements.html" target="_blank" rel="noopener">Embed bfclx in your own page (playground)</a>`;
}

function content() {
  const version = description.value?.version;
  const offline = !isFirstVisit();
  return html`
    ${KEYS.map(
      ([title, keys]) => html`<div>
        <h3>${title}</h3>
        <table>
          ${keys.map(([key, what]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}
        </table>
      </div>`,
    )}
    <div>
      <h3 id="theme">Colours</h3>
      <div class="row wrap" role="group" aria-labelledby="theme">
        ${THEMES.map(([name, label]) => html`<button aria-pressed=${theme.value === name} @click=${() => setTheme(name)}>${label}</button>`)}
      </div>
    </div>
    ${docsLink('Documentation')}
    ${playgroundOfElements()}
    <p class="muted">
      Everything is computed in this tab; nothing is uploaded. ${offline ? 'This version is kept for use without a connection.' : nothing}
      ${version ? html`bfclx ${version.bfclx}, ${version.dataset_format}.` : nothing}
      ${dataset.value.phase === 'ready' ? html`Dataset ${dataset.value.version}.` : nothing}
      The address holds the view, the filters and where results came from; only a link made by Share or Export contains responses.
    </p>
  `;
}
