// Asks before a link fetches from another host.
import { html } from 'lit';
import { ask } from './ask.ts';

export function askFetch(address: string, hosts: readonly string[]): Promise<boolean> {
  const said = hosts.join(' and ');
  return ask(
    'Fetch from another host',
    html`<p>This link fetches results from <strong>${said}</strong>:</p>
      <p class="mono">${address}</p>
      <p class="muted">
        ${hosts.length > 1 ? 'These hosts' : 'That host'} will see your IP address. The files are read in this browser, as results or as a table, and never
        replace the dataset.
      </p>`,
    `Fetch from ${said}`,
    'Do not fetch',
  );
}
