// `<bfclx-scorer>`: the scorer in any page, as an iframe with the protocol of EMBEDDING.md behind methods and
// events. Built on its own as bfclx-scorer.js; it must import nothing but types.
import type { EmbedFile, EmbedSummary, FrameMessage } from '../lib/embed-protocol.ts';
import type { SettingsRequest } from '../lib/scorer-types.ts';

export interface ScoreOptions {
  name?: string;
  settings?: SettingsRequest;
  verdicts?: boolean;
}

export interface ScoreOutcome {
  summary: EmbedSummary;
  /** JSON lines, when they were asked for. */
  verdicts?: string;
}

interface Waiting {
  resolve: (outcome: ScoreOutcome) => void;
  reject: (error: Error) => void;
}

/** The address of this script: a plain one knows it, a module finds its tag. */
const script = document.currentScript ?? document.querySelector('script[src*="bfclx-scorer.js"]');
const FRAME = new URL('embed.html', script instanceof HTMLScriptElement ? script.src : document.baseURI);
const EVERY = 100;
const PATIENCE = 30_000;

class ScorerElement extends HTMLElement {
  static readonly observedAttributes = ['src'];
  private frame: HTMLIFrameElement | null = null;
  private ready: Promise<void> | null = null;
  private pong: (() => void) | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private next = 1;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':host{display:block;height:640px}:host([hidden]){display:none}iframe{display:block;border:0;width:100%;height:100%}');
    root.adoptedStyleSheets = [sheet];
    const frame = document.createElement('iframe');
    frame.title = this.getAttribute('label') ?? 'bfclx scorer';
    const source = new URL(FRAME);
    source.hash = this.getAttribute('fragment') ?? '';
    frame.src = source.href;
    this.frame = frame;
    window.addEventListener('message', this.receive);
    root.replaceChildren(frame);
    this.ready = this.handshake();
    this.ready.then(
      () => this.tell('bfclx-ready'),
      (error: Error) => this.tell('bfclx-error', { message: error.message }),
    );
    if (this.hasAttribute('src')) void this.load();
  }

  disconnectedCallback(): void {
    window.removeEventListener('message', this.receive);
    for (const { reject } of this.waiting.values()) reject(new Error('the scorer was taken out of the page'));
    this.waiting.clear();
    this.frame = null;
    this.ready = null;
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (this.frame && now && now !== before) void this.load();
  }

  /** Says PING until the frame says PONG. */
  private handshake(): Promise<void> {
    return new Promise((resolve, reject) => {
      const started = Date.now();
      const timer = setInterval(() => {
        if (!this.frame || Date.now() - started > PATIENCE) {
          clearInterval(timer);
          reject(new Error(`${FRAME.href} does not answer`));
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
    if (!waiting || type === 'asking' || type === 'progress' || type === 'shown') return;
    this.waiting.delete(message.id);
    if (message.type === 'result') waiting.resolve({ summary: message.summary, ...(message.verdicts !== undefined && { verdicts: message.verdicts }) });
    else waiting.reject(new Error(message.type === 'error' ? message.message : 'the user refused'));
  };

  private tell(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  private async send(message: object): Promise<string> {
    if (!this.ready) throw new Error('put the element into the page first');
    await this.ready;
    const id = `${this.next++}`;
    this.frame?.contentWindow?.postMessage({ bfclx: 1, id, ...message }, FRAME.origin);
    return id;
  }

  /** Scores lines of results, or files. Rejects when the user refuses, or nothing could be scored. */
  async score(input: string | EmbedFile[], options: ScoreOptions = {}): Promise<ScoreOutcome> {
    const name = options.name ?? this.getAttribute('name') ?? 'embedded';
    const data = typeof input === 'string' ? { text: input } : { files: input };
    const id = await this.send({ type: 'score', ...options, name, ...data });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** Goes to a view: "#results&verdict=fail". */
  async show(fragment: string): Promise<void> {
    await this.send({ type: 'show', fragment });
  }

  /** Fetches `src` with the rights of this page and scores it. */
  private async load(): Promise<void> {
    const source = this.getAttribute('src') ?? '';
    try {
      const response = await fetch(source);
      if (!response.ok) throw new Error(`${source} answered ${response.status}`);
      const path = new URL(source, document.baseURI).pathname.split('/').pop() || 'results.json';
      await this.score([{ path, data: await response.blob() }]);
    } catch (error) {
      this.tell('bfclx-error', { message: error instanceof Error ? error.message : String(error) });
    }
  }
}

if (!customElements.get('bfclx-scorer')) customElements.define('bfclx-scorer', ScorerElement);
