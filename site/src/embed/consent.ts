// Asks whether data of an unknown page may be used here. The page around the frame may hide or cover the question, to
// have it answered by a click that was meant for something else: the answers count only once the question has been in
// full view for a while (DEAD_TIME, and visibility by IntersectionObserver where the browser tells it), and inside a
// frame no answer outlasts the visit.
import { html, nothing } from 'lit';
import { showDialog, type Dialog } from '../components/dialog.ts';
import { bytes, plural } from '../lib/format.ts';
import type { ScoreRequest } from '../lib/embed-protocol.ts';
import { dataset } from '../state/dataset.ts';

export type Answer = 'once' | 'visit' | 'always' | 'refuse';

const sizeOf = ({ files }: ScoreRequest): number =>
  files.reduce(
    (sum, { data }) =>
      sum +
      (typeof data === 'string' ? data.length : data instanceof Blob ? data.size : data.byteLength),
    0,
  );

/** Milliseconds for which a question must have been in view before yes can be said. */
const DEAD_TIME = 500;

/** Of IntersectionObserver's second version, which TypeScript's library lacks. */
interface SeenOptions extends IntersectionObserverInit {
  trackVisibility: boolean;
  delay: number;
}
type SeenEntry = IntersectionObserverEntry & { isVisible?: boolean };

/** Closed until the element has been visible for DEAD_TIME; closed again whenever it is not. */
class Guard {
  closed = true;
  /** Known to be covered, transparent or out of view. */
  hidden = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly observer: IntersectionObserver;

  constructor(
    dialog: Dialog,
    private readonly changed: () => void,
  ) {
    const options: SeenOptions = { trackVisibility: true, delay: 100, threshold: [0, 0.99] };
    this.observer = new IntersectionObserver((entries) => this.saw(entries.at(-1)), options);
    void dialog.updateComplete.then(() => {
      const inner = dialog.renderRoot.querySelector('section');
      if (inner) this.observer.observe(inner);
    });
  }

  private saw(entry: SeenEntry | undefined): void {
    // Browsers without the second version know no isVisible: the share in view must do.
    const visible =
      entry !== undefined && entry.intersectionRatio >= 0.99 && (entry.isVisible ?? true);
    clearTimeout(this.timer);
    this.hidden = !visible;
    this.closed = true;
    if (visible) this.timer = setTimeout(() => this.open(), DEAD_TIME);
    this.changed();
  }

  private open(): void {
    this.closed = false;
    this.changed();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.observer.disconnect();
  }
}

/** Resolves with the choice; closing the dialog refuses. */
export function askConsent(origin: string, request: ScoreRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const named = origin !== 'null' && origin !== '';
    const framed = window.parent !== window;
    let answer: Answer = 'refuse';
    let guard: Guard | null = null;
    const choose = (chosen: Answer) => () => {
      if (chosen !== 'refuse' && guard?.closed) return;
      answer = chosen;
      dialog.close();
    };
    const what = request.url
      ? html`wants ${request.url} fetched`
      : html`sends ${plural(request.files.length, 'file')}, ${bytes(sizeOf(request))},`;
    const dialog = showDialog(
      'Data from another page',
      () => html`<p>
          ${named ? html`<strong>${origin}</strong>` : html`A page of unknown origin`} ${what} to be scored here as
          <strong>${request.name}</strong>.
        </p>
        <p class="muted">
          Scoring happens in this browser. That page gets the figures back${request.verdicts ? ', the verdict of each entry' : ''} and
          which of its entries you open, and nothing else${dataset.value.kind === 'own' ? html`; they are of your own copy of the dataset` : nothing}.
        </p>
        <div class="row wrap">
          <button class="primary" ?disabled=${guard?.closed ?? true} @click=${choose('once')}>Score it</button>
          ${named ? html`<button ?disabled=${guard?.closed ?? true} @click=${choose('visit')}>All from this page, this visit</button>` : nothing}
          ${named && !framed ? html`<button ?disabled=${guard?.closed ?? true} @click=${choose('always')}>Always for this page</button>` : nothing}
          <button @click=${choose('refuse')}>Refuse</button>
        </div>
        ${
          guard?.hidden
            ? html`<p class="warn" role="status">This dialog is covered or not fully visible. Uncover it to accept.</p>`
            : nothing
        }`,
    );
    guard = new Guard(dialog, () => dialog.requestUpdate());
    dialog.requestUpdate();
    dialog.addEventListener('closed', () => {
      guard?.stop();
      resolve(answer);
    });
  });
}
