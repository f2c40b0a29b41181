// Questions with a yes and a no. Closing the dialog is a no.
import { html, type TemplateResult } from 'lit';
import { showDialog } from '../components/dialog.ts';

export function ask(
  heading: string,
  content: TemplateResult,
  yes: string,
  no: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (chosen: boolean) => () => {
      answer = chosen;
      dialog.close();
    };
    const dialog = showDialog(
      heading,
      html`${content}
        <div class="row wrap">
          <button class="primary" @click=${choose(true)}>${yes}</button>
          <button @click=${choose(false)}>${no}</button>
        </div>`,
    );
    dialog.addEventListener('closed', () => resolve(answer));
  });
}
