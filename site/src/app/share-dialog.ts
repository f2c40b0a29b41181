// A link that carries a run or an entry: to be copied; where it does not fit, the file instead.
import { html, nothing } from 'lit';
import { showDialog } from '../components/dialog.ts';
import { COPIES } from '../state/verdict-text.ts';
import { download } from '../state/download.ts';
import { messageOf, type Row, type Run } from '../state/runs.ts';
import { linkOf, sharedEntry, sharedRun, type Link } from '../state/share.ts';

/** Of the run, or of one entry of it; `of`: the row whose verdict can be copied, also of an entry that is missing. */
export async function showLink(run: Run, row: Row | null, of = row): Promise<void> {
  let link: Link | null = null;
  let said = '';
  const say = (text: string): void => {
    said = text;
    dialog.requestUpdate();
  };
  /** What could not be copied, for the reader to do so. */
  let shown = '';
  const copy = async (text: string, what: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}.`);
    } catch {
      shown = text;
      say('The browser does not allow access to the clipboard. Select the text and copy it.');
    }
  };
  const copyAs = async ({ label, text }: (typeof COPIES)[number], of: Row): Promise<void> => {
    try {
      await copy(await text(run, of), label);
    } catch (error) {
      say(messageOf(error));
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
          ? html`<label class="wide">The link contains the ids, responses and settings, after the <code>#</code>, so no server receives them. Anyone with the link can read them.
              <textarea readonly rows="4" class="mono" aria-label="Link" @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}>${link.address}</textarea></label>
            <div class="row wrap"><button class="primary" @click=${() => 'address' in (link ?? {}) && void copy((link as { address: string }).address, 'the link')}>Copy the link</button></div>`
          : html`<p><span class="warn" aria-hidden="true">!</span> ${link.why} Save it as a page instead.</p>`
    }
    <div class="row wrap"><button @click=${save}>Save as an HTML page</button><span class="muted">a self-contained file: verdict, question, response and ground truth</span></div>
    ${of ? html`<div class="row wrap" role="group" aria-label="Copy the verdict"><span>Copy as</span>${COPIES.filter(({ missing }) => missing || !of.missing).map((one) => html`<button @click=${() => copyAs(one, of)}>${one.label}</button>`)}</div>` : nothing}
    <p role="status">${said}</p>
    ${shown ? html`<label class="wide">To be copied<textarea readonly rows="6" class="mono" .value=${shown} @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea></label>` : nothing}`,
  );
  try {
    link = await linkOf(run, row);
  } catch (error) {
    link = { why: messageOf(error) };
  }
  dialog.requestUpdate();
}
