// The help: keys, and where to read on.
import { html } from 'lit';
import { showDialog } from '../components/dialog.ts';

const KEYS: readonly [string, string][] = [
  ['/', 'search'],
  ['j  k', 'next and previous entry, or step of an episode'],
  ['Enter', 'open the selected entry'],
  ['Esc', 'close'],
  ['?', 'this help'],
];

export function showHelp(): void {
  showDialog(
    'Help',
    html`<table>
      ${KEYS.map(([key, what]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}
    </table>`,
  );
}
