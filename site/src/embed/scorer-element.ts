// `<bfclx-scorer>`: the scorer in any page, as an iframe with the protocol of EMBEDDING.md behind methods and
// events. Built on its own as bfclx-scorer.js; it must import nothing but types.
import type { EmbedFile, EmbedSummary, FrameMessage } from '../lib/embed-protocol.ts';
import type { SettingsRequest } from '../lib/scorer-types.ts';

export interface ScoreOptions {
  name?: string;
  settings?: SettingsRequest;
  verdicts?: boolean;
  /** Show the run once it is scored; false where a page scores many. */
  show?: boolean;
}

export interface ScoreOutcome {
  summary: EmbedSummary;
  /** JSON lines, when they were asked for. */
  verdicts?: string;
}

interface Waiting {
  resolve: (answer: FrameMessage) => void;
  reject: (error: Error) => void;
}

/** The address of this script: a plain one knows it, a module finds its tag. */
const script = document.currentScript ?? document.querySelector('script[src*="bfclx-scorer.js"]');
const FRAME = new URL(
  'embed.html',
  script instanceof HTMLScriptElement ? script.src : document.baseURI,
);
/** Answers that a request is not over with. */
const MEANWHILE: readonly string[] = ['asking', 'progress'];
const EVERY = 100;
const PATIENCE = 30_000;

/** What public/bfclx-scorer.d.ts says of it is checked by tests/embed-types.test.ts. */
export class ScorerElement extends HTMLElement {
  static readonly observedAttributes = ['src', 'theme'];
  private frame: HTMLIFrameElement | null = null;
  private ready: Promise<void> | null = null;
  private pong: (() => void) | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private next = 1;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ':host{display:block;height:640px}:host([hidden]){display:none}iframe{display:block;border:0;width:100%;height:100%}',
    );
    root.adoptedStyleSheets = [sheet];
    const frame = document.createElement('iframe');
    frame.title = this.getAttribute('label') ?? 'bfclx scorer';
    const source = new URL(FRAME);
    const mode = this.getAttribute('mode') === 'failures' ? '&mode=failures' : '';
    source.hash = (this.getAttribute('fragment') ?? (mode && '#results')) + mode;
    frame.src = source.href;
    this.frame = frame;
    window.addEventListener('message', this.receive);
    root.replaceChildren(frame);
    this.ready = this.handshake();
    this.ready.then(
      () => {
        this.tell('bfclx-ready');
        this.dress();
      },
      (error: Error) => this.tell('bfclx-error', { message: error.message }),
    );
    if (this.hasAttribute('src')) void this.load();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.receive);
    for (const { reject } of this.waiting.values())
      reject(new Error('the scorer was removed from the page'));
    this.waiting.clear();
    this.frame = null;
    this.ready = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.frame || now === before) return;
    if (name === 'theme') this.dress();
    else if (now) void this.load();
  }

  /** light, dark, or system: as the page around has it. */
  get theme(): string {
    return this.getAttribute('theme') ?? 'system';
  }
  set theme(chosen: string) {
    this.setAttribute('theme', chosen);
  }

  private dressed = false;
  /** Takes the theme into the frame; without one the frame has the reader's. */
  private dress(): void {
    if (!this.dressed && !this.hasAttribute('theme')) return;
    this.dressed = true;
    // What is wrong with it came as bfclx-error.
    this.ask({ type: 'theme', theme: this.theme }).catch(() => undefined);
  }

  /** Says PING until the frame says PONG. */
  private handshake(): Promise<void> {
    return new Promise((resolve, reject) => {
      const started = Date.now();
      const timer = setInterval(() => {
        if (!this.frame || Date.now() - started > PATIENCE) {
          clearInterval(timer);
          reject(new Error(`${FRAME.href} does not respond`));
        } else this.frame.contentWindow?.postMessage('PING', FRAME.origin);
      }, EVERY);
      this.pong = () => {
        clearInterval(timer);
        resolve();
      };
    });
  }

  private readonly receive = (event: MessageEvent<unknown>): void => {
    if (event.origin !== FRAME.origin || event.source !== this.frame?.contentWindow) return;
    if (event.data === 'PONG') return this.pong?.();
    const message = event.data as FrameMessage;
    if (typeof message !== 'object' || message === null || message.bfclx !== 1) return;
    const { bfclx: _, type, ...detail } = message;
    this.tell(`bfclx-${type}`, detail);
    const waiting = this.waiting.get(message.id);
    if (!waiting || MEANWHILE.includes(type)) return;
    this.waiting.delete(message.id);
    if (message.type === 'error') waiting.reject(new Error(message.message));
    else if (message.type === 'refused') waiting.reject(new Error('the user refused'));
    else waiting.resolve(message);
  };

  private tell(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  /** Sends a request; its answer, or why there is none. */
  private async ask(message: object): Promise<FrameMessage> {
    if (!this.ready) throw new Error('add the element to the page first');
    await this.ready;
    const id = `${this.next++}`;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.frame?.contentWindow?.postMessage({ bfclx: 1, id, ...message }, FRAME.origin);
    });
  }

  /** Scores lines of results, or files. Rejects when the user refuses, or nothing could be scored. */
  async score(input: string | EmbedFile[], options: ScoreOptions = {}): Promise<ScoreOutcome> {
    const name = options.name ?? this.getAttribute('name') ?? 'embedded';
    const data = typeof input === 'string' ? { text: input } : { files: input };
    const answer = await this.ask({ type: 'score', ...options, name, ...data });
    if (answer.type !== 'result') throw new Error('the scorer sent an unexpected answer');
    return {
      summary: answer.summary,
      ...(answer.verdicts !== undefined && { verdicts: answer.verdicts }),
    };
  }

  /** Goes to a view: "#results&verdict=fail". */
  async show(fragment: string): Promise<void> {
    await this.ask({ type: 'show', fragment });
  }

  /** Shows a run that this page brought, by the name in its summary. */
  async select(run: string): Promise<void> {
    await this.ask({ type: 'select', run });
  }

  /** Takes a run away that this page brought; of the whole element, where none is named, as of any other. */
  override remove(): void;
  override remove(run: string): Promise<void>;
  override remove(run?: string): void | Promise<void> {
    if (run === undefined) return super.remove();
    return this.ask({ type: 'remove', run }).then(() => undefined);
  }

  /** Fetches `src` with the rights of this page and scores it. */
  private async load(): Promise<void> {
    const source = this.getAttribute('src') ?? '';
    try {
      const response = await fetch(source);
      if (!response.ok) throw new Error(`${source} returned HTTP ${response.status}`);
      const path = new URL(source, document.baseURI).pathname.split('/').pop() || 'results.json';
      await this.score([{ path, data: await response.blob() }]);
    } catch (error) {
      this.tell('bfclx-error', { message: error instanceof Error ? error.message : String(error) });
    }
  }
}

if (!customElements.get('bfclx-scorer')) customElements.define('bfclx-scorer', ScorerElement);
