// A link that carries a run or an entry: to be copied; where it does not fit, the file instead.
import { html } from 'lit';
import { showDialog } from '../components/dialog.ts';
import { download } from '../state/download.ts';
import { messageOf, type Row, type Run } from '../state/runs.ts';
import { linkOf, sharedEntry, sharedRun, type Link } from '../state/share.ts';

/** Of the run, or of one entry of it. */
export async function showLink(run: Run, row: Row | null): Promise<void> {
  let link: Link | null = null;
  let said = '';
  const say = (text: string): void => {
    said = text;
    dialog.requestUpdate();
  };
  const copy = async (address: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      say('Copied.');
    } catch {
      say('The browser does not let this page copy: select the link and copy it yourself.');
    }
  };
  const save = async (): Promise<void> => {
    try {
      download(
        `${row ? `${row.id}-` : ''}${run.name}.html`,
        row ? await sharedEntry(run, row) : await sharedRun(run),
        'text/html',
      );
    } catch (error) {
      say(messageOf(error));
    }
  };
  const dialog = showDialog(
    row ? `Share ${row.id}` : `Share ${run.name}`,
    () => html`
    ${
      link === null
        ? html`<p class="muted">Packing it</p>`
        : 'address' in link
          ? html`<label class="wide">A link that carries it: ids, responses and settings, in the part of the address that no server sees. Whoever has the link has them.
              <textarea readonly rows="4" class="mono" aria-label="Link" @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}>${link.address}</textarea></label>
            <div class="row wrap"><button class="primary" @click=${() => 'address' in (link ?? {}) && void copy((link as { address: string }).address)}>Copy the link</button></div>`
          : html`<p><span class="warn" aria-hidden="true">!</span> ${link.why} Save it as a page instead.</p>`
    }
    <div class="row wrap"><button @click=${save}>Save as a page, HTML</button><span class="muted">one file that needs no other: verdict, question, response and ground truth</span></div>
    <p role="status">${said}</p>`,
  );
  try {
    link = await linkOf(run, row);
  } catch (error) {
    link = { why: messageOf(error) };
  }
  dialog.requestUpdate();
}
