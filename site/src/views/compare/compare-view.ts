// Compare: loaded runs side by side. The first is the baseline, A; the second, B, is set against it entry by entry.
// Accuracies and entries that flipped are there at once; the statistics are asked of a worker.
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { markStyles, runMarks, warningList } from '../../app/run-marks.ts';
import { axisStyles } from '../../components/interval.ts';
import '../../components/notice.ts';
import '../../components/radar.ts';
import '../../components/table.ts';
import '../../app/run-picker.ts';
import { term } from '../../components/term.ts';
import { base } from '../../styles/base.ts';
import { choices, filters, series, stack, toggle, figureTable } from '../../styles/parts.ts';
import { count, namesOf, percent, shortName, withMinus } from '../../lib/format.ts';
import {
  flipsOf,
  pEquals,
  points,
  rangeText,
  toneOf,
  type Flip,
  type FlipKind,
} from '../../lib/paired.ts';
import { radarChart } from '../../lib/radar.ts';
import { radarAxes, radarValues, VERSIONS, versionOf } from '../../lib/scores.ts';
import type {
  ComparisonResult,
  Leaderboard,
  LeaderboardName,
  OverallComparison,
  OverallScores,
  RunComparison,
} from '../../lib/scorer-types.ts';
import { basisOf } from '../../state/basis.ts';
import { overallOf } from '../../state/figures.ts';
import { compared, type Compared } from '../../state/compared.ts';
import { chartButtons } from '../../state/save-chart.ts';
import { intake, takeSample } from '../../state/intake.ts';
import { Keys } from '../../state/keys.ts';
import { categoryOrder } from '../../state/order.ts';
import { description, pool } from '../../state/pool.ts';
import { Question } from '../../state/question.ts';
import { route, routeTo, setParams } from '../../state/router.ts';
import { runs, type Row, type Run } from '../../state/runs.ts';
import { askedScore, isOwn, scoreName, scorePhrase } from '../../state/own-score.ts';
import { isBusy, isSettled, judgedAll, keyOf, leaderboards } from '../../state/statistics.ts';
import { warningsOf } from '../../state/warnings.ts';
import { Watch } from '../../state/watch.ts';
import { unknownNames, withText } from '../../lib/chosen-runs.ts';
import { comparisonTable } from './comparison-table.ts';
import { FLIP_COLUMNS, KINDS } from './flip-columns.ts';
import { Means } from './means.ts';
import { errorChanges, rankingTable } from './ranking.ts';
import { scoredSoFar } from '../runs/scored-so-far.ts';
import { compareStyles } from './styles.ts';
import './flip-detail.ts';

/** So many are told in full: what is compared is a few runs. */
const MOST_WARNINGS = 8;

/** Charts of the two that are compared are over the entries that both have, as the figures beside them. */
async function chartScores(
  some: readonly Run[],
  leaderboard: LeaderboardName,
): Promise<OverallScores> {
  const all = await judgedAll(some);
  const [own, shared] = await Promise.all([
    pool.call('overallScores', { ...askedScore(leaderboard), runs: all }),
    pool.call('overallScores', {
      ...askedScore(leaderboard),
      basis: 'shared',
      runs: all.slice(0, 2),
    }),
  ]);
  return { ...own, runs: [...shared.runs, ...own.runs.slice(shared.runs.length)] };
}

@customElement('bx-compare')
export class CompareView extends LitElement {
  static override styles = [
    base,
    choices,
    filters,
    series,
    stack,
    toggle,
    figureTable,
    axisStyles,
    markStyles,
    compareStyles,
  ];

  /** Which flips are listed; empty: all. */
  private get kind(): FlipKind | '' {
    const { verdict = '' } = route.value.params;
    return verdict in KINDS ? (verdict as FlipKind) : '';
  }

  private made: { flips: Flip<Row>[]; shared: number } = { flips: [], shared: 0 };
  private madeOf: unknown[] = [];
  private shown: Flip<Row>[] = [];
  private readonly comparison = new Question<ComparisonResult>(this);
  private readonly means = new Means(this);
  private readonly scores = new Question<{ leaderboard: Leaderboard; scores: OverallScores }>(this);

  constructor() {
    super();
    new Watch(this, route, runs, intake, description);
    new Keys(this, {
      Escape: () => route.value.params.entry && setParams({ entry: undefined }),
      j: () => this.move(1),
      k: () => this.move(-1),
    });
  }

  private index(): number {
    return this.shown.findIndex(({ id }) => id === route.value.params.entry);
  }

  private move(by: number): void {
    this.open(Math.min(this.shown.length - 1, Math.max(0, this.index() + by)));
  }

  private open(index: number): void {
    const flip = this.shown[index];
    if (flip) setParams({ entry: flip.id }, { push: !route.value.params.entry });
  }

  private flipped(a: Run, b: Run): { flips: Flip<Row>[]; shared: number } {
    const order = new Map(
      categoryOrder({ ...a.dataset?.entries, ...b.dataset?.entries }).map((name, i) => [name, i]),
    );
    const inputs = [a, a.verdicts, b, b.verdicts, order.size, description.value];
    if (inputs.some((input, i) => input !== this.madeOf[i])) {
      this.madeOf = inputs;
      this.made = flipsOf(a.rows, b.rows, (name) => order.get(name) ?? 999);
    }
    return this.made;
  }

  /** Asks the worker about runs that are scored. */
  private ask(chosen: readonly Run[]): void {
    const version = versionOf(route.value.params.leaderboard);
    const settled = chosen.filter(isSettled);
    if (settled.length > 0 && !chosen.some(isBusy)) {
      this.scores.ask(keyOf(settled, version), async () => {
        const [all, scores] = await Promise.all([leaderboards(), chartScores(settled, version)]);
        const leaderboard = all.find(({ name }) => name === scoreName(version));
        if (!leaderboard) throw new Error(`unknown leaderboard version ${version}`);
        return { leaderboard, scores };
      });
    }
    if (settled.length > 1 && settled.length === chosen.length) {
      const warnings = settled.map(warningsOf);
      const told = JSON.stringify(warnings);
      this.comparison.ask(keyOf(settled, version, told), async () => {
        const all = await judgedAll(settled);
        return pool.call('compare', {
          ...askedScore(version),
          runs: all.map((one, i) => ({ ...one, warnings: warnings[i] ?? [] })),
        });
      });
    }
  }

  override render() {
    const made = compared(route.value.params.with);
    const { runs: chosen, waits } = made;
    const [a, b] = chosen;
    if (waits)
      return html`${this.head(chosen)} ${scoredSoFar(runs.value)}
        <bx-notice heading="Choose two runs">If you choose none, two are proposed once all runs are scored.</bx-notice>`;
    if (!a || !b) return this.few();
    this.ask(chosen);
    const busy = chosen.filter(isBusy);
    const result = busy.length > 0 ? null : this.comparison.answer;
    const { flips, shared } = this.flipped(a, b);
    return html`${this.head(chosen)} ${this.proposal(made)} ${this.unknown(chosen, busy, flips)}
      ${chosen.filter(({ phase }) => phase === 'failed').map((run) => html`<bx-notice kind="error" heading="${run.name} could not be scored">${run.error}</bx-notice>`)}
      ${
        a.settings && b.settings && a.dataset?.hash !== b.dataset?.hash
          ? html`<bx-notice kind="warn" heading="The runs were scored against different datasets">Only entries with the same id are compared, and they may differ.</bx-notice>`
          : nothing
      }
      ${warningList(chosen, MOST_WARNINGS)}
      ${
        shared === 0 && busy.length === 0
          ? html`<bx-notice heading="Nothing to compare">${a.name} and ${b.name} share no scored entry.</bx-notice>`
          : html`${this.verdicts(a, b, busy, result?.comparisons[0] ?? null)} ${rankingTable(chosen, result, this.scores.latest?.scores.rank_text ?? '')}
            <div class="columns">
              ${comparisonTable(chosen, result, this.scores.latest?.scores ?? null)}
              <div class="aside">${this.radar(chosen)}</div>
            </div>
            ${errorChanges(result?.comparisons[0] ?? null)}
            ${this.flips(a, b, flips)}`
      }`;
  }

  /** Why these two, where nobody has chosen them. */
  private proposal({ runs: [a, b], proposed, fixed }: Compared) {
    if (!a || !b || !proposed) return nothing;
    const basis = overallOf(a)?.own.basis.text ?? '';
    const both = {
      score: `the two best runs on one basis (${basis})`,
      date: 'the two most recent runs that share entries',
      entries: 'the two runs that share the most entries',
    };
    const other = {
      score: `the best other run on its basis (${basis})`,
      date: 'the most recent run that shares entries with it',
      entries: 'the run that shares the most entries with it',
    };
    const words = fixed
      ? `Only ${a.name} was chosen. ${b.name} is proposed: ${other[proposed]}.`
      : `No runs were chosen. Proposed: ${both[proposed]}.`;
    return html`<p class="proposal muted" role="note">${words} Choose others above, or in <a href=${routeTo('runs')}>Runs</a>.</p>`;
  }

  /** What the address names and is not here. */
  private unknown(chosen: readonly Run[], busy: readonly Run[], flips: readonly Flip<Row>[]) {
    const { entry } = route.value.params;
    const names = intake.value.busy ? [] : unknownNames(runs.value, route.value.params.with);
    return html`${
      names.length > 0
        ? html`<bx-notice kind="warn" heading="No run called ${names.join(' or ')} is loaded">The link names ${names.length > 1 ? 'these runs' : 'this run'}; ${chosen.map(({ name }) => name).join(' and ')} are compared instead.</bx-notice>`
        : nothing
    }
      ${
        entry && busy.length === 0 && !flips.some(({ id }) => id === entry)
          ? html`<bx-notice kind="warn" heading="${entry} did not flip">The link names this entry. Both runs have the same verdict on it, or it is missing from one of them.</bx-notice>`
          : nothing
      }`;
  }

  private few() {
    const { busy, error } = intake.value;
    if (busy)
      return html`<h1 class="head">Compare</h1><bx-notice kind="loading">${busy}</bx-notice>`;
    const one = runs.value[0];
    const named = (route.value.params.url ?? '').split(' ').filter(Boolean).length;
    if (named > runs.value.length && !error)
      return html`<h1 class="head">Compare</h1><bx-notice kind="loading">Loading the runs that the address names</bx-notice>`;
    return html`<h1 class="head">Compare</h1>
      <bx-notice heading=${one ? `${one.name} is loaded; a second run is missing` : 'Two runs are needed'}>
        Drop the results of several models here, <a href=${routeTo('score')}>paste or choose them</a>, or compare the
        <button class="link" @click=${this.sample}>two sample runs</button>.
      </bx-notice>`;
  }

  private async sample(): Promise<void> {
    for (const name of ['good-model', 'bad-model']) {
      if (!runs.value.some((run) => run.name === name)) await takeSample(name, false);
    }
    setParams({ with: 'good-model bad-model' });
  }

  private head(chosen: readonly Run[]) {
    const [a, b, ...more] = chosen;
    const set = (next: (Run | undefined)[]) =>
      setParams({
        with: withText([...new Set(next.flatMap((run) => run?.name ?? []))]),
        entry: undefined,
      });
    const pick = (label: string, run: Run | undefined, choose: (run: Run) => void) =>
      html`<span class="choice">${label} <bx-run-picker label=${label} .chosen=${run} .offered=${runs.value}
          @take=${({ detail }: CustomEvent<Run>) => choose(detail)}></bx-run-picker></span>`;
    const rest = runs.value.filter((run) => run !== a && run !== b);
    const left = rest.filter((run) => !more.includes(run));
    return html`<div class="head choices">
      <h1>Compare</h1>
      ${pick('Baseline', a, (run) => set([run, run === b ? a : b, ...more]))}
      ${pick('with', b, (run) => set([run === a ? b : a, run, ...more]))}
      <button ?disabled=${!a || !b} @click=${() => set([b, a, ...more])}>Swap</button>
      ${
        b && rest.length > 0
          ? html`<div class="row wrap" role="group" aria-label="More runs">
            ${more.map(
              (run) =>
                html`<button aria-pressed="true" title="Leave ${run.name} out" @click=${() => set([a, b, ...more.filter((other) => other !== run)])}>${shortName(run.name)} <span aria-hidden="true">✕</span></button>`,
            )}
            ${
              left.length > 0
                ? html`<bx-run-picker label="One more run" .offered=${left} @take=${({ detail }: CustomEvent<Run>) => set([a, b, ...more, detail])}></bx-run-picker>`
                : nothing
            }
          </div>`
          : nothing
      }
      <span class="grow"></span>
      ${
        isOwn()
          ? nothing
          : html`<label
        >Overall score of
        <select aria-label="Version of the leaderboard" @change=${(event: Event) => this.version((event.target as HTMLSelectElement).value)}>
          ${VERSIONS.map((name) => html`<option .selected=${name === versionOf(route.value.params.leaderboard)}>${name}</option>`)}
        </select></label
      >`
      }
    </div>`;
  }

  private version(name: string): void {
    setParams({ leaderboard: name === 'v4' ? undefined : name });
  }

  /** The means of repeats where there are any; then what these two runs say alone comes second. */
  private verdicts(a: Run, b: Run, busy: readonly Run[], pair: RunComparison | null) {
    const version = versionOf(route.value.params.leaderboard);
    const means = this.means.of(a, b, runs.value, version);
    const alone = this.alone(a, b, busy, pair);
    if (means === 'none')
      return html`${this.means.notice()}${this.verdict(pair?.overall ?? null, alone)}`;
    if (means === 'computing')
      return this.verdict(
        null,
        html`<p class="muted" role="status">Comparing the means of repeats …</p>`,
      );
    return html`${this.verdict(means.overall, html`<p><strong>${means.heading}</strong></p>${means.texts.map((text) => html`<p>${withMinus(text)}</p>`)}`)}
      <section class="verdict alone" aria-label="Only these two runs">
        <div>
          <h2>Only these two runs</h2>
          ${pair ? this.figures(pair.overall) : nothing}
        </div>
        <div>${alone}</div>
      </section>`;
  }

  private verdict(overall: OverallComparison | null, texts: TemplateResult) {
    return html`<section class="verdict" aria-label="Verdict" aria-busy=${overall === null && !this.comparison.error}>
      <div>${this.figures(overall)}</div>
      <div>${texts}</div>
    </section>`;
  }

  private figures(overall: OverallComparison | null) {
    const { difference = null, interval_95: range = null, p = null } = overall ?? {};
    const phrase = scorePhrase(versionOf(route.value.params.leaderboard));
    return html`<p class="big ${overall ? toneOf(overall) : ''}">${difference === null ? html`<span class="absent">–</span>` : points(difference)} <span class="muted">points</span></p>
      <p class="muted">${range && p !== null ? html`${term('95--ci', '95 % CI')} ${rangeText(range)}<br />${pEquals(p)}, ${phrase}` : phrase}</p>`;
  }

  /** What the two runs say without their repeats. */
  private alone(a: Run, b: Run, busy: readonly Run[], pair: RunComparison | null) {
    if (pair)
      return html`<p>${this.side('A', a, pair.overall.a)}, ${this.side('B', b, pair.overall.b)}.${pair.overall.a === null ? nothing : html` ${pair.texts.basis}`}</p>
        <p>${pair.texts.meaning}</p>
        <p class="muted">${pair.texts.flips} ${pair.texts.unshared}</p>`;
    if (this.comparison.error)
      return html`<p><span class="fail">✕</span> The statistics could not be computed: ${this.comparison.error}</p>`;
    return html`<p class="muted" role="status">${busy.length > 0 ? `Scoring ${namesOf(busy.map(({ name }) => name))} …` : 'Drawing 4,000 times …'}</p>`;
  }

  /** "A name 97.4", with what stands beside the run's numbers. */
  private side(letter: 'A' | 'B', run: Run, score: number | null) {
    return html`<span class="key ${letter === 'A' ? 's0' : 's1'}" aria-hidden="true"></span>${letter} ${run.name} ${runMarks(run)}${score === null ? nothing : html` <strong>${percent(score)}</strong>`}`;
  }

  private radar(chosen: readonly Run[]) {
    const { latest } = this.scores;
    const series = latest
      ? chosen.flatMap(({ name }) => {
          const run = latest.scores.runs.find((one) => one.name === name);
          return run ? [{ name, values: radarValues(latest.leaderboard, run) }] : [];
        })
      : [];
    const some = series.some(({ values }) => values.filter((value) => value !== null).length > 2);
    const axes = latest ? radarAxes(latest.leaderboard) : [];
    return html`<section aria-labelledby="wheel" class="profile">
      <div class="row">
        <h2 id="wheel" class="grow">Profile</h2>
        ${some ? html`${chartButtons('profile', () => radarChart('Accuracy by kind', basisOf(chosen, versionOf(route.value.params.leaderboard)), axes, series))}` : nothing}
      </div>
      ${
        some
          ? html`<bx-radar .axes=${axes} .series=${series}></bx-radar>`
          : latest
            ? html`<p class="muted">Too few scored categories for a chart.</p>`
            : nothing
      }
    </section>`;
  }

  private flips(a: Run, b: Run, flips: readonly Flip<Row>[]) {
    const { entry } = route.value.params;
    this.shown = flips.filter(({ kind }) => this.kind === '' || kind === this.kind);
    const flip = flips.find(({ id }) => id === entry);
    const number = (kind: FlipKind) => flips.filter((one) => one.kind === kind).length;
    return html`<section class="flips ${flip ? 'open' : ''}" aria-label="Entries that flipped">
      <div class="list">
        <div class="filters">
          <h2 title="In all categories, also in those outside the overall score">Entries that flipped</h2>
          <div class="toggle" role="group" aria-label="Which">
            ${(['lost', 'gained', 'other'] as const).map(
              (
                kind,
              ) => html`<button aria-pressed=${this.kind === kind} title=${KINDS[kind].title} @click=${() => setParams({ verdict: this.kind === kind ? undefined : kind })}>
                ${KINDS[kind].label} <span class="num muted">${count(number(kind))}</span>
              </button>`,
            )}
          </div>
        </div>
        ${
          this.shown.length === 0
            ? html`<bx-notice heading=${flips.length === 0 ? 'No entry flipped' : 'None of this kind'}>${flips.length === 0 ? 'Both runs pass and fail the same entries, for the same reasons.' : nothing}</bx-notice>`
            : html`<bx-table
              label="Entries that flipped"
              .rows=${this.shown}
              .columns=${FLIP_COLUMNS}
              .selected=${this.index()}
              @open-row=${(event: CustomEvent<number>) => this.open(event.detail)}
              @select-row=${(event: CustomEvent<number>) => this.open(event.detail)}
            ></bx-table>`
        }
      </div>
      ${
        flip
          ? html`<bx-flip-detail
            .flip=${flip}
            .a=${a}
            .b=${b}
            @close=${() => setParams({ entry: undefined })}
            @move=${(event: CustomEvent<number>) => this.move(event.detail)}
          ></bx-flip-detail>`
          : nothing
      }
    </section>`;
  }
}
