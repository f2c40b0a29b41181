// Live: a run of the program, followed from this browser. A form where no address is known; then progress, findings,
// categories, endpoints, messages.
import { LitElement, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import '../../components/notice.ts';
import { breaking } from '../../components/error-type.ts';
import { progressTrack, trackStyles } from '../../components/progress.ts';
import { count, plural } from '../../lib/format.ts';
import {
  dollars,
  durationText,
  ended,
  liveAddress,
  liveLine,
  liveLink,
  phaseText,
  secondsText,
  type LiveCategory,
  type LiveEndpoint,
  type LiveState,
} from '../../lib/live.ts';
import { FEW_ENTRIES, endsOf, shareText } from '../../lib/share.ts';
import { mayAsk } from '../../state/asks.ts';
import {
  follow,
  forgetLive,
  isFollowing,
  keepKey,
  keptKey,
  live,
  stopLive,
  type Live,
} from '../../state/live.ts';
import { route, setParams } from '../../state/router.ts';
import { Watch } from '../../state/watch.ts';
import { base } from '../../styles/base.ts';
import { firstScreen } from '../../styles/first-screen.ts';
import { askStyles } from '../ask/styles.ts';
import { liveStyles } from './styles.ts';

const SIGNS: Readonly<Record<string, string>> = { error: '✕', warning: '!', info: 'i' };
const CLASSES: Readonly<Record<string, string>> = { error: 'fail', warning: 'warn', info: 'muted' };

const clock = (unix: number): string =>
  new Date(unix * 1000).toLocaleTimeString('en-GB', { hour12: false });

/** "54 with a response, 2 without" */
const counts = ({ entries }: LiveState): string =>
  [
    `${count(entries.with_response)} with a response`,
    entries.without_response > 0 ? `${count(entries.without_response)} without` : '',
    entries.not_needed > 0 ? `${count(entries.not_needed)} not needed` : '',
    entries.had_result > 0 ? `${count(entries.had_result)} had a result before` : '',
  ]
    .filter(Boolean)
    .join(', ');

@customElement('bx-live')
export class LiveView extends LitElement {
  static override styles = [base, firstScreen, askStyles, trackStyles, liveStyles];

  private stop = (): void => undefined;
  @state() private says = '';
  @query('#at') private at!: HTMLInputElement;
  @query('#key') private key!: HTMLInputElement;

  constructor() {
    super();
    new Watch(this, live);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = route.subscribe(() => this.begin());
    this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
    stopLive();
  }

  /** Follows what the address names. The key is taken out of it: it is in no history and no copied link. */
  private begin(): void {
    if (!this.isConnected || !mayAsk() || route.value.view !== 'live') return;
    const { at: typed = '', key = '' } = route.value.params;
    const at = liveAddress(typed);
    if (!at) return;
    if (key) {
      keepKey(at, key);
      forgetLive();
      setParams({ at, key: undefined });
      return; // and again, by the new route
    }
    const { phase, at: now } = live.value;
    if (now === at && (phase === 'ended' || isFollowing())) return;
    const known = keptKey(at);
    if (known) void follow(at, known);
  }

  override render() {
    if (!mayAsk()) {
      return html`<h1 class="sr">Live</h1><bx-notice heading="A run cannot be followed inside another page">Open this site in its own tab.</bx-notice>`;
    }
    const { state, phase } = live.value;
    return html`<div class="page">
      ${state ? this.run(state, live.value) : html`<header><h1>Follow a run</h1><p class="lead">A run of <span class="mono">bfclx generate</span> or <span class="mono">bfclx run</span> with <span class="mono">--live</span>, on this machine or on another one through a tunnel.</p></header>`}
      ${state && phase !== 'refused' ? nothing : this.form()}
    </div>`;
  }

  private form() {
    const { phase, problem, at } = live.value;
    const says =
      this.says ||
      (phase === 'connecting'
        ? `Connecting to ${at} …`
        : phase === 'lost'
          ? problem ||
            `${at} cannot be reached. Is the run started, and the tunnel open? Trying again.`
          : problem);
    const wrong = this.says !== '' || phase === 'refused' || phase === 'lost';
    return html`<form novalidate autocomplete="off" @submit=${this.submit}>
      <div class="row">
        <label class="wide">Address<input id="at" inputmode="url" spellcheck="false" placeholder="127.0.0.1:9465" .value=${at || '127.0.0.1:9465'} @input=${this.pasted} /></label>
        <label class="wide">Key<input id="key" type="password" spellcheck="false" autocomplete="off" @input=${this.pasted} /></label>
        <button class="primary">Follow</button>
      </div>
      <p class="says ${wrong ? 'fail' : 'muted'}" role=${wrong ? 'alert' : 'status'}>${says}</p>
      <ol class="steps">
        <li>Start the run with <code>--live</code>. It prints a link, or its end: <code>#live&amp;at=…&amp;key=…</code></li>
        <li>If it runs on another machine, open a tunnel: <code>ssh -N -L 9465:127.0.0.1:9465 HOST</code></li>
        <li>Open the link, or paste it into one of the fields.</li>
      </ol>
    </form>`;
  }

  /** A whole link fills both fields. */
  private readonly pasted = (event: Event): void => {
    this.says = '';
    const link = liveLink((event.target as HTMLInputElement).value);
    if (!link) return;
    this.at.value = link.at;
    this.key.value = link.key;
  };

  private readonly submit = (event: Event): void => {
    event.preventDefault();
    const at = liveAddress(this.at.value);
    const key = this.key.value.trim() || (at ? keptKey(at) : '');
    if (!at) {
      this.says =
        'The address must be on this machine, such as 127.0.0.1:9465. For another machine, use a tunnel.';
      return;
    }
    if (!/^[0-9a-f]{32}$/.test(key)) {
      this.says = 'The key has 32 characters (0 to 9, a to f). The program prints it.';
      return;
    }
    this.says = '';
    this.key.value = '';
    keepKey(at, key);
    stopLive();
    setParams({ at });
    void follow(at, key);
  };

  private readonly leave = (): void => {
    forgetLive();
    setParams({ at: undefined });
  };

  private run(state: LiveState, { phase, at, problem }: Live) {
    const { run } = state;
    const named = [
      run.of > 1 ? `run ${count(run.number)} of ${count(run.of)}` : '',
      run.shard ? `shard ${run.shard}` : '',
      run.dataset,
      run.api,
    ].filter(Boolean);
    const total = {
      name: '',
      done: ended(state),
      without: state.entries.without_response,
      total: state.entries.planned,
    };
    return html`<header class="head">
        <h1>${run.model}</h1>
        <p class="muted">${named.join(' · ')}</p>
        <button @click=${this.leave}>Follow another run</button>
      </header>
      ${this.connection(phase, at, problem)}
      <section aria-label="Progress">
        <p><strong>${phaseText(state)}</strong></p>
        <div class="whole">${progressTrack(total)}</div>
        <p class="num-line">${liveLine(state)}</p>
        <p class="muted">${counts(state)}</p>
        ${state.requests.retrying ? html`<p class="warn cutless">${state.requests.retrying}</p>` : nothing}
      </section>
      ${this.findings(state)} ${this.spend(state)} ${this.categories(state)} ${this.endpoints(state)}
      ${this.counted('Entries without a response', state.reasons)} ${this.counted('Failed entries by error type', state.failures)}
      ${this.messages(state)}`;
  }

  /** Where the numbers are no longer new. */
  private connection(phase: Live['phase'], at: string, problem: string) {
    const texts: Readonly<Partial<Record<Live['phase'], string>>> = {
      connecting: `Connecting to ${at} …`,
      lost: `${problem || `${at} cannot be reached: the program has ended, or the tunnel is closed.`} These are its last numbers. Reconnecting …`,
      refused: problem,
      ended: 'The run has ended. These are its final numbers.',
    };
    const text = texts[phase] ?? '';
    const alarming = phase === 'lost' || phase === 'refused';
    return html`<p class="connection ${alarming ? 'warn' : 'muted'}" role="status" ?hidden=${!text}>${alarming ? html`<span aria-hidden="true">! </span>` : nothing}${text}</p>`;
  }

  private findings({ findings }: LiveState) {
    if (findings.length === 0) return nothing;
    return html`<section><h2>Findings so far</h2>
      <ul class="findings">${findings.map(({ severity, text }) => html`<li><span class=${CLASSES[severity] ?? 'muted'} aria-hidden="true">${SIGNS[severity] ?? 'i'}</span><span><span class="sr">${severity}: </span>${text}</span></li>`)}</ul>
    </section>`;
  }

  private spend({ spend, requests, run }: LiveState) {
    const tokens = spend.input + spend.output;
    const limits = [
      spend.max_cost === null ? '' : `${dollars(spend.max_cost)}`,
      spend.max_tokens === null ? '' : `${count(spend.max_tokens)} tokens`,
      spend.max_seconds === null ? '' : durationText(spend.max_seconds),
    ].filter(Boolean);
    const rows: (readonly [string, string])[] = [
      [
        'Tokens',
        `${count(tokens)}: ${count(spend.input)} input (${count(spend.cached)} cached), ${count(spend.output)} output`,
      ],
      ['Cost', spend.cost === null ? 'prices unknown' : dollars(spend.cost)],
      ...(limits.length > 0 ? [['Limits', limits.join(', ')] as const] : []),
      ['Requests', `${count(requests.sent)}, ${count(requests.retried)} of them retries`],
      ['Started', `${clock(run.started)}`],
    ];
    return html`<section><h2>Spending</h2>
      <dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd class="num-line">${value}</dd>`)}</dl>
    </section>`;
  }

  private categories({ categories }: LiveState) {
    const scored = categories.some(({ score }) => score !== null);
    const row = ({ name, entries, score, tokens }: LiveCategory) => {
      const line = {
        name,
        done: entries.with_response + entries.without_response + entries.not_needed,
        without: entries.without_response,
        total: entries.planned,
      };
      return html`<tr>
        <th scope="row" class="mono category">${breaking(name)}</th>
        <td class="bar">${progressTrack(line)}</td>
        <td class="num">${count(line.done)} of ${count(line.total)}</td>
        ${scored ? html`<td class="num">${score && score.scored > 0 ? html`${shareText(score.passed, score.scored)}${score.scored < FEW_ENTRIES ? nothing : ' %'} <span class="muted">${endsOf(score)}</span>` : '–'}</td>` : nothing}
        <td class="num">${entries.without_response > 0 ? html`<span class="warn">${count(entries.without_response)}</span>` : '–'}</td>
        <td class="num">${entries.errors > 0 ? html`<span class="fail">${count(entries.errors)}</span>` : '–'}</td>
        <td class="num">${count(tokens.input + tokens.output)}</td>
      </tr>`;
    };
    return html`<section><h2>Categories</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Categories"><table>
        <thead><tr><th scope="col">Category</th><td></td><th scope="col" class="num">Ended</th>${scored ? html`<th scope="col" class="num">Passed, 95 % CI</th>` : nothing}<th scope="col" class="num">No response</th><th scope="col" class="num">Errors</th><th scope="col" class="num">Tokens</th></tr></thead>
        <tbody>${categories.map(row)}</tbody>
      </table></div>
    </section>`;
  }

  private endpoints({ endpoints, endpoint_count }: LiveState) {
    const row = (one: LiveEndpoint) => {
      const failed = one.requests - (one.outcomes.success ?? 0);
      const why = Object.entries(one.outcomes)
        .filter(([name]) => name !== 'success')
        .map(([name, many]) => `${count(many)} ${name.replaceAll('_', ' ')}`);
      return html`<tr>
        <th scope="row" class="mono server">${one.server}</th>
        <td class=${one.state === 'available' ? '' : 'warn'}>${one.state}</td>
        <td class="num">${count(one.in_flight)} of ${count(one.allowed)}</td>
        <td class="num">${count(one.requests)}</td>
        <td class="num">${failed > 0 ? html`<span class="warn">${count(failed)}</span>` : '–'}</td>
        <td class="num">${secondsText(one.seconds.p50)}</td>
        <td class="num">${secondsText(one.seconds.p95)}</td>
        <td class="why muted">${why.join(', ')}</td>
      </tr>`;
    };
    return html`<section><h2>${endpoint_count === 1 ? 'Endpoint' : plural(endpoint_count, 'endpoint')}</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Endpoints"><table>
        <thead><tr><th scope="col">Server</th><th scope="col">State</th><th scope="col" class="num">In flight</th><th scope="col" class="num">Requests</th><th scope="col" class="num">Failed</th><th scope="col" class="num">p50</th><th scope="col" class="num">p95</th><th scope="col">Failures</th></tr></thead>
        <tbody>${endpoints.map(row)}</tbody>
      </table></div>
      ${endpoint_count > endpoints.length ? html`<p class="muted">${plural(endpoint_count - endpoints.length, 'more endpoint')} not shown</p>` : nothing}
    </section>`;
  }

  private counted(heading: string, rows: LiveState['reasons']) {
    if (rows.length === 0) return nothing;
    return html`<section><h2>${heading}</h2>
      <ul class="counted">${rows.map(({ name, count: many }) => html`<li><span class="num">${count(many)}</span> <span class="mono">${name}</span></li>`)}</ul>
    </section>`;
  }

  private messages({ messages }: LiveState) {
    if (messages.length === 0) return nothing;
    return html`<section><h2>Messages</h2>
      <ul class="messages">${[...messages].reverse().map(({ time, text }) => html`<li><span class="muted num">${clock(time)}</span> <span>${text}</span></li>`)}</ul>
    </section>`;
  }
}
