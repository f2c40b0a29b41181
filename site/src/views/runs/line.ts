// One row of the matrix: a run, its scores, and a cell for each category or folded group.
import { html, nothing } from 'lit';
import { runMarks } from '../../app/run-marks.ts';
import { ends, tailsOf } from '../../components/ends.ts';
import { latencyText, seconds } from '../../components/latency.ts';
import { count, percent, plural } from '../../lib/format.ts';
import { dayOf } from '../../lib/run-date.ts';
import { quarterer, type MatrixRow, type Section } from '../../lib/matrix.ts';
import type { CategoryGroup } from '../../lib/scores.ts';
import { placedScore, saidOf, saidScore, type Basis, type SaidScore } from '../../lib/overall.ts';
import type { BasedScore, LeaderboardName, PartScore } from '../../lib/scorer-types.ts';
import { FEW_ENTRIES, hasCounts, rangeOf, shareText } from '../../lib/share.ts';
import { askOf } from '../../state/asks.ts';
import { correctionsOf, errata } from '../../state/errata.ts';
import { overallOf, overallPending, partsOf, secondOf } from '../../state/figures.ts';
import { isElsewhere } from '../../state/own-score.ts';
import { navigate, routeTo } from '../../state/router.ts';
import type { Run } from '../../state/runs.ts';
import { keepRun, shelf } from '../../state/shelf.ts';
import { isBusy } from '../../state/statistics.ts';
import { knownLatency } from '../../state/warnings.ts';

export interface Line extends MatrixRow {
  run: Run;
  counts: Run['categories'];
  /** The overall score that has a place in the column. */
  placed: SaidScore | null;
  /** The run's own, where it has no place: shown in grey. */
  apart: SaidScore | null;
  /** By the errata, where it rests on enough entries. */
  corrected: SaidScore | null;
  /** Of the groups, by name; null while they are not known. */
  parts: Readonly<Record<string, PartScore>> | null;
}

const NONE: Line['run']['categories'] = new Map();

/** Right and all entries of a group's categories. */
function countsOf({ counts }: Pick<MatrixRow, 'counts'>, { categories }: CategoryGroup) {
  const all = categories.flatMap((name) => counts.get(name) ?? []);
  return {
    right: all.reduce((sum, one) => sum + one.right, 0),
    entries: all.reduce((sum, one) => sum + one.entries, 0),
  };
}

/** The scores of one run over what all shown runs have; null: not known. */
export interface Shared {
  official: BasedScore | null;
  corrected: BasedScore | null;
}

/** What stands below the runs with a score over what is shared; '' where it is nothing. */
export function othersByName(lines: readonly Line[]): string {
  const others = lines.filter(({ overall }) => overall === null).length;
  return others > 0 ? `; ${plural(others, 'other run')} by name` : '';
}

/** `shared`: of the runs that the column is about, where it is on that basis. */
export function lineOf(
  run: Run,
  version: LeaderboardName,
  folded: readonly CategoryGroup[],
  basis: Basis,
  shared: ReadonlyMap<Run, Shared>,
): Line {
  const categories = isElsewhere(run) ? NONE : run.categories;
  const all = [...categories.values()];
  const overall = overallOf(run, version);
  const sharing = shared.get(run);
  const placed = saidScore(placedScore(overall, basis, sharing?.official ?? null));
  // On the basis of the score beside it.
  const corrected =
    sharing && placed
      ? saidScore(sharing.corrected)
      : saidOf(secondOf(run, version)?.overall ?? null, basis === 'zero');
  const parts = partsOf(run, version);
  const official = basis === 'zero';
  // As the cell shows it: of few entries their share.
  const scoreOf = (group: CategoryGroup): number | null => {
    const { right, entries } = countsOf({ counts: categories }, group);
    if (entries > 0 && entries < FEW_ENTRIES) return right / entries;
    const part = parts?.[group.key];
    return part ? (official ? part.official : part.value) : null;
  };
  return {
    run,
    name: run.name,
    counts: categories,
    weight: overall?.own.basis.weight ?? null,
    overall: placed?.score ?? null,
    placed,
    apart: placed ? null : saidOf(overall, false),
    second: placed ? (corrected?.score ?? null) : null,
    corrected,
    parts,
    latency: knownLatency(run)?.p50 ?? null,
    groups: new Map(folded.map((group) => [group.key, scoreOf(group)])),
    right: all.reduce((sum, { right }) => sum + right, 0),
    entries: all.reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** The share that a cell is tinted by; null: of few entries it would be chance. */
function tinted(line: Line, column: string, group: CategoryGroup | null): number | null {
  if (group)
    return countsOf(line, group).entries >= FEW_ENTRIES ? (line.groups?.get(column) ?? null) : null;
  const counts = line.counts.get(column);
  return counts && counts.entries >= FEW_ENTRIES ? counts.accuracy : null;
}

/** How a cell looks among those of its column. */
export interface Look {
  /** The quarter of its share; null: no tint. */
  tint: number | null;
  /** Its column has counts and percentages: counts are grey. */
  mixed: boolean;
  /** Some cell of the matrix is a count: percentages have their sign. */
  signed: boolean;
}

export type LookOf = (line: Line) => Look;

/** For each column, the look of its cells among these lines. */
export function looksOf(lines: readonly Line[], sections: readonly Section[]): LookOf[] {
  const looks = sections.flatMap(({ group, folded, columns }) =>
    columns.map((column) => {
      const share = (line: Line) => tinted(line, column, folded ? group : null);
      const quarter = quarterer(lines.flatMap((line) => share(line) ?? []));
      const entries = lines.map((line) =>
        group && folded ? countsOf(line, group).entries : (line.counts.get(column)?.entries ?? 0),
      );
      const counts = hasCounts(entries);
      const mixed = counts && entries.some((one) => one >= FEW_ENTRIES);
      return { share, quarter, counts, mixed };
    }),
  );
  const signed = looks.some(({ counts }) => counts);
  return looks.map(({ share, quarter, mixed }) => (line) => {
    const one = share(line);
    return { tint: one === null ? null : quarter(one), mixed, signed };
  });
}

export const isKept = (run: Run): boolean =>
  shelf.value.kept.has(run) || askOf(run)?.lasting === true;

/** How the columns stand, for all lines. */
export interface Shape {
  version: LeaderboardName;
  sections: readonly Section[];
  basis: Basis;
  /** What is shared is being worked out. */
  waits: boolean;
  /** Likewise with the errata. */
  secondWaits: boolean;
  /** Some run has latency. */
  timed: boolean;
  /** Letters at the end of a name that tell it apart. */
  tails: (name: string) => number;
}

export const tailsOfLines = (lines: readonly Line[]) => tailsOf(lines.map(({ name }) => name));

/** All that a line is drawn from. */
export function inputsOf(line: Line, shape: Shape, looks: readonly Look[], on: boolean) {
  const { run } = line;
  return [
    run.version,
    shape.version,
    shape.basis,
    shape.waits,
    overallPending(run, shape.version),
    line.placed?.value,
    line.placed?.range,
    line.placed?.basis,
    line.apart?.value,
    line.corrected?.value,
    line.corrected?.basis,
    shape.secondWaits,
    shape.tails(run.name),
    errata.value,
    on,
    isKept(run),
    shelf.value.problem,
    shape.sections.map(({ columns }) => columns.join()).join(),
    looks.map(({ tint, mixed, signed }) => `${tint} ${mixed} ${signed}`).join(),
    line.parts,
    line.latency,
    shape.timed,
  ];
}

function overallCell({ run, name, placed, apart }: Line, { version, waits }: Shape) {
  if (isBusy(run)) {
    const asking = run.source.kind === 'ask';
    return html`<a class="muted" href=${asking ? routeTo('ask') : routeTo('results', { run: name })}>${asking ? 'generating' : 'scoring'} …</a>`;
  }
  if (run.phase === 'failed') return html`<span class="fail" title=${run.error}>failed</span>`;
  if (placed)
    return html`<span title=${placed.basis}><strong>${placed.value}</strong> <span class="muted small">${placed.range}</span></span>`;
  if (isElsewhere(run))
    return html`<span class="muted small" title="This run is scored on another dataset: ${run.dataset?.version ?? ''}">another dataset</span>`;
  if (waits || overallPending(run, version)) return html`<span class="absent">…</span>`;
  return apart
    ? html`<span class="muted" title="Not ranked here: ${apart.basis}">${apart.value} <span class="small">${apart.range}, partial</span></span>`
    : html`<span class="absent">–</span>`;
}

function secondCell({ run, placed, corrected, second }: Line, { waits, secondWaits }: Shape) {
  const pending = placed ? secondWaits && !corrected : waits;
  if (!corrected || pending) {
    const works = pending || correctionsOf(run)?.phase === 'working';
    return html`<td><span class="absent">${works ? '…' : '–'}</span></td>`;
  }
  if (second === null)
    return html`<td class="muted" title=${corrected.basis}>${corrected.value} <span class="small">${corrected.range}, partial, not official</span></td>`;
  return html`<td title=${corrected.basis}><strong>${corrected.value}</strong> <span class="muted small">${corrected.range}, not official</span></td>`;
}

const classesOf = ({ tint, mixed }: Look, entries: number): string =>
  `${tint === null ? '' : `q${tint}`} ${mixed && entries < FEW_ENTRIES ? 'few' : ''}`;
const signOf = ({ signed }: Look): string => (signed ? ' %' : '');

function categoryCell({ counts, name }: Line, category: string, look: Look) {
  const one = counts.get(category);
  if (!one || one.accuracy === null) return html`<td class="plain absent">–</td>`;
  const { right, entries, accuracy, interval } = one;
  const share =
    entries >= FEW_ENTRIES && interval
      ? `${percent(accuracy)} ${rangeOf(accuracy, interval)}, `
      : '';
  return html`<td class=${classesOf(look, entries)}>
    <button title="${category}: ${share}${count(right)} of ${count(entries)} passed" @click=${() => navigate('results', { run: name, category })}>${shareText(right, entries)}${entries < FEW_ENTRIES ? '' : signOf(look)}</button>
  </td>`;
}

/** A folded group: its score as the overall score counts it; of few entries their number. */
function groupCell(line: Line, group: CategoryGroup, look: Look, { version, basis }: Shape) {
  const { right, entries } = countsOf(line, group);
  const score = line.groups?.get(group.key) ?? null;
  const part = line.parts?.[group.key];
  if (entries > 0 && entries < FEW_ENTRIES)
    return html`<td class="plain ${classesOf(look, entries)}" title="${group.title}: ${count(right)} of ${count(entries)} passed">${shareText(right, entries)}</td>`;
  const lacks =
    part && part.missing.length > 0 ? `without a score: ${part.missing.join(', ')}` : '';
  if (score === null) {
    const waits = isBusy(line.run) || overallPending(line.run, version);
    return html`<td class="plain absent" title=${lacks || nothing}>${waits ? '…' : '–'}</td>`;
  }
  const interval =
    part?.interval_95 && basis !== 'zero' ? ` ${rangeOf(score, part.interval_95)}` : '';
  const why = lacks ? `; ${lacks}, counted as 0` : '';
  return html`<td class="plain ${classesOf(look, entries)}" title="${group.title}; ${percent(score)}${interval}, ${count(right)} of ${count(entries)} passed${why}">${percent(score)}${signOf(look)}</td>`;
}

function latencyCell(run: Run) {
  const latency = knownLatency(run);
  return latency
    ? html`<td class="muted" title=${latencyText(latency)}>${seconds(latency.p50)} <span class="small">p95 ${seconds(latency.p95)}</span></td>`
    : html`<td class="absent">–</td>`;
}

export function matrixLine(
  line: Line,
  shape: Shape,
  looks: readonly Look[],
  on: boolean,
  choose: (name: string) => void,
) {
  const { run, name, weight, right, entries } = line;
  const { version, sections } = shape;
  const pending = overallPending(run, version);
  const day = dayOf(run);
  let at = 0;
  return html`<tr>
    <td class="noprint"><label class="pick"><input type="checkbox" .checked=${on} .value=${name} aria-label="Choose ${name}" @change=${() => choose(name)} /></label></td>
    <th scope="row"><span class="row"><a href=${routeTo('results', { run: name })} title=${run.path || name}>${ends(name, shape.tails(name))}</a> ${runMarks(run)} <span class="date muted small" title=${day.title}>${day.text}</span></span></th>
    <td>${overallCell(line, shape)}</td>
    ${errata.value ? secondCell(line, shape) : nothing}
    <td class="muted">${weight === null ? (pending ? '…' : '–') : `${percent(weight)} %`}</td>
    <td class="muted">${entries === 0 && isBusy(run) ? '…' : `${count(right)} of ${count(entries)}`}</td>
    ${shape.timed ? latencyCell(run) : nothing}
    ${sections.map(({ group, folded, columns }) =>
      columns.map((column) => {
        const look = looks[at++] ?? { tint: null, mixed: false, signed: false };
        return group && folded
          ? groupCell(line, group, look, shape)
          : categoryCell(line, column, look);
      }),
    )}
    <td class="noprint">
      ${
        isKept(run)
          ? html`<span class="pass" role="img" aria-label="kept in this browser">✓</span>`
          : run.phase === 'done' && !shelf.value.problem
            ? html`<button class="link" aria-label="Keep ${name} in this browser" @click=${() => keepRun(run)}>keep</button>`
            : html`<span class="absent">–</span>`
      }
    </td>
  </tr>`;
}
