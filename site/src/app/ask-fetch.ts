// Asks before a link fetches from another host.
import { html } from 'lit';
import { ask } from './ask.ts';

export function askFetch(url: URL): Promise<boolean> {
  return ask(
    'Fetch from another host',
    html`<p>This link wants to fetch results from <strong>${url.host}</strong>:</p>
      <p class="mono">${url.href}</p>
      <p class="muted">
        That host will see that somebody at your address asked for it. What comes is read in this browser, as results or as a table, and never
        replaces the dataset.
      </p>`,
    `Fetch from ${url.host}`,
    'Do not fetch',
  );
}
