// Runs: all that are loaded or kept, as a matrix; filtered, sorted, folded, chosen, compared, removed.
import { LitElement, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { markStyles, warningList } from '../../app/run-marks.ts';
import '../../components/notice.ts';
import { term } from '../../components/term.ts';
import { base } from '../../styles/base.ts';
import { filters, folds, moreColumns, toggle } from '../../styles/parts.ts';
import { MOST_COMPARED, MOST_DRAWN, withText } from '../../lib/chosen-runs.ts';
import { count, plural } from '../../lib/format.ts';
import {
  columnsOf,
  filterMatrix,
  sharersOf,
  hasOrder,
  nameOfColumn,
  nameOfSection,
  sectionsOf,
  sortAfter,
  sortMatrix,
  type Section,
} from '../../lib/matrix.ts';
import { listOf, listText, orderIn } from '../../lib/route.ts';
import { categoryGroups, VERSIONS, versionOf, type CategoryGroup } from '../../lib/scores.ts';
import { BASES, basisFor, unrankedText, wordsOf, type Basis } from '../../lib/overall.ts';
import type {
  BasedScore,
  JudgedRun,
  Leaderboard,
  LeaderboardName,
} from '../../lib/scorer-types.ts';
import { correctionsOf, errata } from '../../state/errata.ts';
import { chosenBasis, overallOf, secondOf } from '../../state/figures.ts';
import { Gradual } from '../../state/gradual.ts';
import { intake } from '../../state/intake.ts';
import { Keys } from '../../state/keys.ts';
import { Overflow } from '../../state/overflow.ts';
import { categoryOrder } from '../../state/order.ts';
import { description } from '../../state/pool.ts';
import { Question } from '../../state/question.ts';
import { navigate, route, setParams } from '../../state/router.ts';
import { discardRuns } from '../../state/removed-runs.ts';
import { runs, type Run } from '../../state/runs.ts';
import { shelf } from '../../state/shelf.ts';
import { isElsewhere, isOwn, scoreName, scoreTitle } from '../../state/own-score.ts';
import { isBusy, isSettled, leaderboards, numberOf } from '../../state/statistics.ts';
import { Watch } from '../../state/watch.ts';
import { fold } from '../fold.ts';
import { ownRow } from '../leaderboard/rows.ts';
import './audit.ts';
import { chooser } from './chooser.ts';
import {
  inputsOf,
  lineOf,
  matrixLine,
  othersByName,
  tailsOfLines,
  looksOf,
  type Line,
  type Shape,
  type Shared,
  type LookOf,
} from './line.ts';
import { scoredSoFar } from './scored-so-far.ts';
import { sharedBasis, Sharing } from './sharing.ts';
import { matrixStyles } from './styles.ts';
import './repeats.ts';
import './unpassed.ts';
import { noRuns, unreadNotice } from './unread.ts';

const PLAIN = new Set(['overall', 'second', 'weight', 'right', 'latency']); // columns that are no categories
/** Rows that are drawn at once; the others follow, so many a task. */
const AT_ONCE = 12;
/** More runs than this are not compared anew with each that is scored. */
const MANY = 10;

@customElement('bx-runs')
export class RunsView extends LitElement {
  static override styles = [base, filters, toggle, folds, moreColumns, markStyles, matrixStyles];

  /** On a narrow window: all controls are shown. */
  @state() private options = false;

  private readonly gradual = new Gradual(this, AT_ONCE);
  private readonly overflow = new Overflow(this, '.scroll', 'x');
  private readonly versions = new Question<Leaderboard[]>(this);
  private readonly sharing = new Sharing(this);
  private readonly correcting = new Sharing(this);
  /** The run that was chosen, or left, and whose row has not moved for it yet. */
  private moving = '';
  /** The same, from when its order is known until all rows are in their places. */
  private following = '';
  /** What is shared, in this drawing and in the one before. */
  private order: readonly BasedScore[] | null = null;
  private orderBefore: readonly BasedScore[] | null = null;
  /** What this drawing is sorted by, and whether anything has a value there. */
  private sort = '-overall';
  private sorted = false;
  /** The run whose box has the focus before a drawing. */
  private focused = '';

  constructor() {
    super();
    new Watch(this, route, runs, shelf, description, chosenBasis, intake, errata);
    new Keys(this, {
      '/': () => this.renderRoot.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
    });
  }

  private get chosen(): string[] {
    return listOf(route.value.params.chosen).filter((name) =>
      runs.value.some((run) => run.name === name),
    );
  }

  private get version(): LeaderboardName {
    return versionOf(route.value.params.leaderboard);
  }

  private get groups(): readonly CategoryGroup[] {
    this.versions.ask('versions', leaderboards);
    const found = this.versions.latest?.find(({ name }) => name === scoreName(this.version));
    return found ? categoryGroups(found) : [];
  }

  private get basis(): Basis {
    const settled = runs.value.filter(isSettled);
    return basisFor(
      chosenBasis.value,
      settled.map((run) => overallOf(run, this.version)),
    );
  }

  private get sharers(): readonly Run[] {
    return sharersOf(
      runs.value.filter((run) => isSettled(run) && !isElsewhere(run)),
      this.chosen,
      route.value.params.q,
    );
  }

  /** What the errata make of the shared scores, once all of these runs are scored with them. */
  private correctedScores(sharers: readonly Run[], version: LeaderboardName) {
    const file = errata.value;
    const made = new Map<Run, JudgedRun>();
    for (const run of sharers) {
      const state = correctionsOf(run);
      if (state?.phase === 'done') made.set(run, state.judged);
    }
    if (!file || made.size < sharers.length) return null;
    return this.correcting.ofOthers(
      sharers,
      version,
      String(numberOf(file)),
      (run) => made.get(run) as JudgedRun,
    );
  }

  /** With each run that is scored many would share something else: that waits for the last one. */
  private willGrow(sharers: readonly Run[]): boolean {
    return this.chosen.length < 2 && sharers.length > MANY && runs.value.some(isBusy);
  }

  private correctionsPending(sharers: readonly Run[]): boolean {
    const phases = sharers.map((run) => correctionsOf(run)?.phase);
    return !phases.includes('failed') && !this.correcting.error;
  }

  /** The columns of categories and groups. */
  private sections(): Section[] {
    const present = runs.value.flatMap(({ categories }) =>
      [...categories].filter(([, { entries }]) => entries > 0).map(([name]) => [name, 0]),
    );
    const columns = categoryOrder(Object.fromEntries(present) as Record<string, number>);
    return sectionsOf(columns, this.groups, listOf(route.value.params.folded));
  }

  /** The order that the address names, if there is such a column. */
  private sortIn(sections: readonly Section[]): string {
    const plain = [...PLAIN].filter((column) => column !== 'second' || errata.value !== null);
    const categories = sections.flatMap(({ columns }) => columns);
    return orderIn(route.value.params.sort, ['name', ...plain, ...categories], '-overall');
  }

  override render() {
    const { q, panel } = route.value.params;
    if (runs.value.length === 0) return this.empty();
    const { version, basis } = this;
    const sharers = basis === 'shared' ? this.sharers : [];
    const shared =
      sharers.length > 0 && !this.willGrow(sharers) ? this.sharing.of(sharers, version) : null;
    const sections = this.sections();
    const sort = this.sortIn(sections);
    const folded = sections.flatMap((one) => (one.folded && one.group ? [one.group] : []));
    const corrected = shared ? this.correctedScores(sharers, version) : null;
    const scores = new Map<Run, Shared>(
      shared && shared.length === sharers.length
        ? sharers.map((run, i) => [
            run,
            { official: shared[i] ?? null, corrected: corrected?.[i] ?? null },
          ])
        : [],
    );
    const lines = runs.value.map((run) => lineOf(run, version, folded, basis, scores));
    const shown = sortMatrix(filterMatrix(lines, q), sort);
    const chosen = new Set(this.chosen);
    const picked = shown.filter(({ name }) => chosen.has(name));
    const meant = (picked.length > 1 ? picked : shown).map(({ run }) => run);
    if (panel === 'unpassed')
      return html`<h1>Runs</h1>${this.bar(shown)}<bx-unpassed .runs=${meant}></bx-unpassed>`;
    if (panel === 'audit' || panel === 'review')
      return html`<h1>Runs</h1>${this.bar(shown)}${panel === 'audit' ? html`<bx-audit .runs=${meant}></bx-audit>` : html`<bx-review .runs=${meant}></bx-review>`}`;
    this.sort = sort;
    this.sorted = hasOrder(shown, sort);
    this.order = /^-?overall$/.test(sort) ? shared : null;
    const waits = sharers.length > 1 && shared === null && !this.sharing.error;
    const secondWaits = shared !== null && corrected === null && this.correctionsPending(sharers);
    const timed = lines.some(({ latency }) => typeof latency === 'number');
    const tails = tailsOfLines(shown);
    const shape: Shape = { version, sections, basis, waits, secondWaits, timed, tails };
    const looks = looksOf(shown, sections);
    const scored = scoredSoFar(runs.value);
    return html`<h1>Runs</h1>
      ${this.bar(shown)} ${scored} ${shown.length > 0 ? this.overflow.columns() : nothing}
      <div class="scroll" tabindex="0" role="region" aria-label="Matrix of runs">
        ${shelf.value.problem ? html`<p><span class="warn" aria-hidden="true">!</span> ${shelf.value.problem}</p>` : nothing}
        ${unreadNotice(shelf.value.unread)} ${warningList(shown.map(({ run }) => run))}
        ${sharers.length > 0 ? this.sharing.notice(scored !== nothing) : nothing} ${sharedBasis(shared?.[0])}
        <bx-repeats .runs=${runs.value} .version=${version}></bx-repeats>
        ${
          shown.length === 0
            ? html`<bx-notice heading="Nothing found">No run matches. <button class="link" @click=${() => setParams({ q: undefined })}>Clear the search</button></bx-notice>`
            : html`<table>
              ${this.head(lines, shape, shared?.[0] ?? null, shown)}
              <tbody>
                ${repeat(
                  this.gradual.some(shown, ({ run }) => run),
                  ({ run }) => run,
                  (line) => this.guarded(line, shape, looks, chosen.has(line.name)),
                )}
              </tbody>
            </table>`
        }
      </div>`;
  }

  protected override willUpdate(): void {
    const box = (this.renderRoot as ShadowRoot).activeElement;
    this.focused = box instanceof HTMLInputElement && box.matches('tbody input') ? box.value : '';
  }

  /** A row that takes another place as it is chosen stays in view, and any row keeps the focus that moving takes from it. */
  protected override updated(): void {
    const boxOf = (name: string) =>
      [...this.renderRoot.querySelectorAll<HTMLInputElement>('tbody input')].find(
        ({ value }) => value === name,
      );
    if (this.focused && !(this.renderRoot as ShadowRoot).activeElement)
      boxOf(this.focused)?.focus({ preventScroll: true });
    if (this.order !== this.orderBefore) {
      this.orderBefore = this.order;
      this.following = this.moving;
      // Without an order for a while rows stand by name; they move again once there is one.
      if (this.order) this.moving = '';
    }
    const row = this.following ? boxOf(this.following)?.closest('tr') : null;
    // Rows of a long table come to their places some a task.
    if (this.gradual.settled) this.following = '';
    if (!row) return;
    row.scrollIntoView({ block: 'nearest' });
    // The chosen ones stand first: all of them.
    if (this.order) this.renderRoot.querySelector('tbody tr')?.scrollIntoView({ block: 'nearest' });
  }

  private empty() {
    // What comes back is drawn some rows a task again.
    this.gradual.some([], () => null);
    return noRuns();
  }

  private bar(shown: readonly Line[]) {
    const { chosen, version } = this;
    const { panel, leaderboard } = route.value.params;
    const hard = panel === 'unpassed';
    const { basis } = this;
    // A panel is left where it was opened.
    const open = this.options || panel !== undefined;
    const partial = basis === 'complete' && !panel ? shown.filter(({ apart }) => apart).length : 0;
    return html`<div class="filters" role="search" aria-label="Filter runs">
      <input type="search" placeholder="/ filter" aria-label="Filter runs" .value=${route.value.params.q ?? ''}
        @input=${(event: Event) => setParams({ q: (event.target as HTMLInputElement).value || undefined })} />
      <span class="muted num" role="status">${plural(shown.length, 'run')}${chosen.length > 0 ? `, ${count(chosen.length)} chosen` : ''}</span>
      ${chosen.length > 0 ? html`<button class="link none" @click=${() => setParams({ chosen: undefined })}>Choose none</button>` : nothing}
      ${fold(this.options, () => (this.options = !this.options))}
      <div class="row folds" ?data-open=${this.options || chosen.length > 0}>
        <button ?disabled=${chosen.length < 2 || chosen.length > MOST_COMPARED} title="Two to ${MOST_COMPARED} runs" @click=${() => navigate('compare', { with: withText(chosen), leaderboard })}>Compare</button>
        <button ?disabled=${chosen.length === 0 || chosen.length > MOST_DRAWN} title="Show the chosen runs (one to ${MOST_DRAWN}) in the charts of the Leaderboard"
          @click=${this.toLeaderboard}>Leaderboard</button>
        <button ?disabled=${!shown.some(({ name }) => chosen.includes(name))} @click=${() => this.removeChosen(shown)}>Remove</button> ${chosen.length > MOST_DRAWN ? html`<span class="muted small">Compare: choose 2 to ${MOST_COMPARED}. Leaderboard: choose 1 to ${MOST_DRAWN}.</span>` : nothing}
      </div>
      <span class="grow"></span>
      ${partial > 0 ? html`<span class="muted small">${unrankedText(partial)}</span>` : nothing}
      <div class="row wrap folds" ?data-open=${open}>
        ${panel ? nothing : this.bases(basis, version)}
        <button aria-pressed=${hard} ?disabled=${shown.length < 2 && !hard} title="Entries that no run passes, with the responses"
          @click=${() => setParams({ panel: hard ? undefined : 'unpassed' })}>passed by none</button>
        <button aria-pressed=${panel === 'audit'} title="Entries with suspicious ground truth, found from the responses of these runs"
          @click=${() => setParams({ panel: panel === 'audit' ? undefined : 'audit', entry: undefined, kind: undefined })}>audit</button>
      </div>
    </div>`;
  }

  /** Which overall score, and what it rests on. */
  private bases(basis: Basis, version: LeaderboardName) {
    return html`${
      isOwn()
        ? nothing
        : html`<label class="row version">overall of
        <select aria-label="overall of: version of the leaderboard" @change=${(event: Event) => this.choice((event.target as HTMLSelectElement).value)}>
          ${VERSIONS.map((name) => html`<option .selected=${name === version}>${name}</option>`)}
        </select></label>`
    }
      <div class="toggle" role="group" aria-label="Basis of the overall score">
        ${BASES.map(
          ({ basis: one, label, title }) =>
            html`<button aria-pressed=${one === basis} title=${title} @click=${() => chosenBasis.set(one)}>${label}</button>`,
        )}
      </div>${term('basis')}`;
  }

  private choice(name: string): void {
    const before = this.sections();
    const open = before.map((one) => ({
      ...one,
      folded: false,
      columns: one.group?.categories ?? one.columns,
    }));
    setParams({
      leaderboard: name === 'v4' ? undefined : name,
      folded: undefined,
      sort: sortAfter(route.value.params.sort, before, open),
    });
  }

  private readonly toLeaderboard = (): void => {
    const names = this.chosen;
    const keys = runs.value
      .filter(({ name }) => names.includes(name))
      .map((run) => ownRow(run).key);
    navigate('leaderboard', {
      chosen: listText(keys),
      leaderboard: route.value.params.leaderboard,
    });
  };

  /** Those that the filter hides stay. */
  private removeChosen(shown: readonly Line[]): void {
    const names = new Set(this.chosen);
    const gone = shown.filter(({ name }) => names.has(name));
    for (const { name } of gone) names.delete(name);
    setParams({ chosen: listText([...names]) });
    discardRuns(gone.map(({ run }) => run));
    this.renderRoot.querySelector<HTMLInputElement>('input[type=search]')?.focus();
  }

  private errataName(lines: readonly Line[]): string {
    const name = lines
      .map(({ run }) => secondOf(run, this.version)?.name)
      .find((one) => one !== undefined);
    return `With the errata ${name === undefined ? (errata.value?.path ?? '') : `“${name}”`}`;
  }

  /** The names of the columns, below those of the groups that fold. `first`: a score over what is shared. */
  private head(
    lines: readonly Line[],
    { version, sections, basis, waits, timed }: Shape,
    first: BasedScore | null,
    shown: readonly Line[],
  ) {
    const before = 5 + Number(Boolean(errata.value)) + Number(timed);
    const { label, title } = wordsOf(basis);
    const shared = basis === 'shared' && !waits ? (first?.basis.text ?? '') : '';
    const rest = shared && this.sort.endsWith('overall') ? othersByName(shown) : '';
    return html`<thead>
      ${
        sections.some(({ group }) => group)
          ? html`<tr class="groups"><td class="noprint"></td><td colspan=${before - 1}></td>${repeat(sections, nameOfSection, (section) => this.opener(section))}<td class="noprint"></td></tr>`
          : nothing
      }
      <tr>
        <td class="noprint">${chooser(shown, this.chosen)}</td>
        ${this.heading('name', 'run')} ${this.heading('overall', `${scoreTitle(version)}, ${label}`, title, shared + rest)}
        ${errata.value ? this.heading('second', 'with errata', `${this.errataName(lines)}: not an official score`) : nothing} ${this.heading('weight', 'coverage', '', '', term('coverage'))} ${this.heading('right', 'passed', 'Entries with a response, also those that are not part of the overall score')} ${timed ? this.heading('latency', 'latency s', 'Median latency of requests in seconds, and the 95th percentile') : nothing}
        ${repeat(columnsOf(sections), nameOfColumn, ({ name, group }) => this.heading(name, group?.label ?? name, group?.title))}
        <th scope="col" class="noprint">kept</th>
      </tr>
    </thead>`;
  }

  /** Folds the columns of a group into one, and opens it. */
  private opener({ group, folded, columns }: Section) {
    if (!group) return html`<td></td>`;
    const before = listOf(route.value.params.folded);
    const next = folded ? before.filter((key) => key !== group.key) : [...before, group.key];
    return html`<th scope="colgroup" colspan=${columns.length}>
      <button aria-expanded=${!folded} aria-label="Categories of ${group.label}" title=${folded ? 'A column for each category' : 'One column, with the score of the group'}
        @click=${() => this.fold(next)}>${folded ? '▸' : html`▾ ${group.label}`}</button>
    </th>`;
  }

  private fold(next: readonly string[]): void {
    const before = this.sections();
    const names = before.flatMap(({ group, columns }) => group?.categories ?? columns);
    const after = sectionsOf(names, this.groups, next);
    setParams({ folded: listText(next), sort: sortAfter(route.value.params.sort, before, after) });
  }

  /** `more`: what the column rests on, below its name. */
  private heading(key: string, label: string, title = '', more = '', mark: unknown = nothing) {
    const sort = this.sort;
    const on = sort.replace(/^-/, '') === key;
    const down = sort.startsWith('-');
    const first = key === 'name' ? key : `-${key}`;
    const next = on ? (down ? key : `-${key}`) : first;
    const place = key === 'name' ? 'name' : PLAIN.has(key) ? 'text' : 'category';
    return html`<th scope="col" class=${place} aria-sort=${on && this.sorted ? (down ? 'descending' : 'ascending') : 'none'}>
      <button title=${title || nothing} @click=${() => setParams({ sort: next })}>${label}${on && this.sorted ? (down ? ' ↓' : ' ↑') : ''}</button>${mark}
      ${more ? html`<div class="rests">${more}</div>` : nothing}
    </th>`;
  }

  /** Drawn again only when something of it is another. */
  private guarded(line: Line, shape: Shape, looks: readonly LookOf[], on: boolean) {
    const own = looks.map((lookOf) => lookOf(line));
    return guard(inputsOf(line, shape, own, on), () =>
      matrixLine(line, shape, own, on, (name) => this.choose(name)),
    );
  }

  private choose(name: string): void {
    this.moving = this.basis === 'shared' ? name : '';
    const before = this.chosen;
    const next = before.includes(name)
      ? before.filter((other) => other !== name)
      : [...before, name];
    setParams({ chosen: listText(next) });
  }
}
