// One row of the matrix: a run, its scores, and a cell for each category or folded group.
import { html, nothing } from 'lit';
import { ends } from '../../components/ends.ts';
import { count, isoDay, percent } from '../../lib/format.ts';
import { quarterer, type MatrixRow, type Section } from '../../lib/matrix.ts';
import type { CategoryGroup } from '../../lib/scores.ts';
import type { LeaderboardName, PartScore, Range } from '../../lib/scorer-types.ts';
import { FEW_ENTRIES, rangeOf, shareText } from '../../lib/share.ts';
import { askOf } from '../../state/asks.ts';
import { errata } from '../../state/errata.ts';
import {
  missingAsZero,
  overallOf,
  overallPending,
  partsOf,
  secondOf,
  type Overall,
} from '../../state/figures.ts';
import { navigate, routeTo } from '../../state/router.ts';
import type { Run } from '../../state/runs.ts';
import { keepRun, shelf } from '../../state/shelf.ts';
import { isBusy } from '../../state/statistics.ts';

/** An overall score over what all chosen runs have. */
export interface SharedScore {
  score: number;
  interval_95: Range;
}

export interface Line extends MatrixRow {
  run: Run;
  shared: SharedScore | null;
  /** By the errata, where it rests on enough entries. */
  corrected: Overall | null;
  /** Of the groups, by name; null while they are not known. */
  parts: Readonly<Record<string, PartScore>> | null;
}

const enough = (overall: Overall | null | undefined): Overall | null =>
  overall && overall.entries >= FEW_ENTRIES ? overall : null;

/** Right and all entries of a group's categories. */
function countsOf({ counts }: Pick<MatrixRow, 'counts'>, { categories }: CategoryGroup) {
  const all = categories.flatMap((name) => counts.get(name) ?? []);
  return {
    right: all.reduce((sum, one) => sum + one.right, 0),
    entries: all.reduce((sum, one) => sum + one.entries, 0),
  };
}

export function lineOf(
  run: Run,
  version: LeaderboardName,
  folded: readonly CategoryGroup[],
  shared: ReadonlyMap<Run, SharedScore>,
): Line {
  const all = [...run.categories.values()];
  const shown = enough(overallOf(run, version));
  const corrected = enough(secondOf(run, version)?.overall);
  const parts = partsOf(run, version);
  const official = missingAsZero.value;
  const score = (of: Overall | null) => of && (official ? of.official : of.score);
  // As the cell shows it: of few entries their share.
  const scoreOf = (group: CategoryGroup): number | null => {
    const { right, entries } = countsOf({ counts: run.categories }, group);
    if (entries > 0 && entries < FEW_ENTRIES) return right / entries;
    const part = parts?.[group.key];
    return part ? (official ? part.official : part.value) : null;
  };
  return {
    run,
    name: run.name,
    counts: run.categories,
    weight: shown?.weight ?? null,
    overall: score(shown),
    shared: shared.get(run) ?? null,
    // With what is missing as 0, overall scores are all of the same categories.
    both: official ? null : (shared.get(run)?.score ?? null),
    second: score(corrected),
    corrected,
    parts,
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

export type Tint = (line: Line) => number | null;

/** The tint of each column's cells, by the quarter that their share stands in among these lines. */
export function tintsOf(lines: readonly Line[], sections: readonly Section[]): Tint[] {
  return sections.flatMap(({ group, folded, columns }) =>
    columns.map((column) => {
      const share = (line: Line) => tinted(line, column, folded ? group : null);
      const quarter = quarterer(lines.flatMap((line) => share(line) ?? []));
      return (line: Line) => {
        const one = share(line);
        return one === null ? null : quarter(one);
      };
    }),
  );
}

export const isKept = (run: Run): boolean =>
  shelf.value.kept.has(run) || askOf(run)?.lasting === true;

/** How the columns before the categories stand, for all lines. */
export interface Shape {
  version: LeaderboardName;
  sections: readonly Section[];
  /** The column of what the chosen runs share: there is none, it is asked for, it is there. */
  both: 'none' | 'asked' | 'known';
}

/** All that a line is drawn from. */
export function inputsOf(line: Line, shape: Shape, tints: readonly (number | null)[], on: boolean) {
  const { run } = line;
  return [
    run.version,
    shape.version,
    overallPending(run, shape.version),
    line.overall,
    shape.both,
    line.shared,
    line.second,
    errata.value,
    on,
    missingAsZero.value,
    isKept(run),
    shelf.value.problem,
    shape.sections.map(({ columns }) => columns.join()).join(),
    tints.join(),
    line.parts,
  ];
}

function overallCell({ run, name, overall }: Line, version: LeaderboardName) {
  const whole = overallOf(run, version);
  if (isBusy(run)) {
    const asking = run.source.kind === 'ask';
    return html`<a class="muted" href=${asking ? routeTo('ask') : routeTo('results', { run: name })}>${asking ? 'asking' : 'scoring'} …</a>`;
  }
  if (run.phase === 'failed') return html`<span class="fail" title=${run.error}>failed</span>`;
  if (overall === null)
    return html`<span class="absent">${overallPending(run, version) ? '…' : '–'}</span>`;
  return html`<strong>${percent(overall)}</strong> <span class="muted small">${whole && !missingAsZero.value ? rangeOf(whole.score, whole.interval) : ''}</span>`;
}

function sharedCell({ shared }: Line, waits: boolean) {
  if (!shared) return html`<td><span class="absent">${waits ? '…' : '–'}</span></td>`;
  return html`<td><strong>${percent(shared.score)}</strong> <span class="muted small">${rangeOf(shared.score, shared.interval_95)}</span></td>`;
}

function secondCell({ second = null, corrected }: Line) {
  if (second === null || !corrected) return html`<td><span class="absent">–</span></td>`;
  return html`<td><strong>${percent(second)}</strong> <span class="muted small">${missingAsZero.value ? '' : rangeOf(corrected.score, corrected.interval)}, not official</span></td>`;
}

const tintClass = (tint: number | null): string => (tint === null ? '' : `q${tint}`);

function categoryCell({ run, name }: Line, category: string, tint: number | null) {
  const one = run.categories.get(category);
  if (!one || one.accuracy === null) return html`<td class="plain absent">–</td>`;
  const { right, entries, accuracy, interval } = one;
  const share =
    entries >= FEW_ENTRIES && interval
      ? `${percent(accuracy)} ${rangeOf(accuracy, interval)}, `
      : '';
  return html`<td class=${tintClass(tint)}>
    <button title="${category}: ${share}${count(right)} of ${count(entries)} right" @click=${() => navigate('results', { run: name, category })}>${shareText(right, entries)}</button>
  </td>`;
}

/** A folded group: its score as the overall score counts it; of few entries their number. */
function groupCell(
  line: Line,
  group: CategoryGroup,
  tint: number | null,
  version: LeaderboardName,
) {
  const { right, entries } = countsOf(line, group);
  const score = line.groups?.get(group.key) ?? null;
  const part = line.parts?.[group.key];
  if (entries > 0 && entries < FEW_ENTRIES)
    return html`<td class="plain" title="${group.title}: ${right} of ${entries} right">${shareText(right, entries)}</td>`;
  const lacks =
    part && part.missing.length > 0 ? `without a score: ${part.missing.join(', ')}` : '';
  if (score === null) {
    const waits = isBusy(line.run) || overallPending(line.run, version);
    return html`<td class="plain absent" title=${lacks || nothing}>${waits ? '…' : '–'}</td>`;
  }
  const interval =
    part?.interval_95 && !missingAsZero.value ? ` ${rangeOf(score, part.interval_95)}` : '';
  const why = lacks ? `; ${lacks}, counted as 0` : '';
  return html`<td class="plain ${tintClass(tint)}" title="${group.title}; ${percent(score)}${interval}, ${count(right)} of ${count(entries)} right${why}">${percent(score)}</td>`;
}

export function matrixLine(
  line: Line,
  { version, sections, both }: Shape,
  tints: readonly (number | null)[],
  on: boolean,
  choose: (name: string) => void,
) {
  const { run, name, weight, right, entries } = line;
  const pending = overallPending(run, version);
  let at = 0;
  return html`<tr>
    <td><label class="pick"><input type="checkbox" .checked=${on} .value=${name} aria-label="Choose ${name}" @change=${() => choose(name)} /></label></td>
    <th scope="row"><span class="row"><a href=${routeTo('results', { run: name })} title=${name}>${ends(name)}</a> <span class="date muted small">${isoDay(run.date)}</span></span></th>
    <td>${overallCell(line, version)}</td>
    ${both === 'none' ? nothing : sharedCell(line, on && both === 'asked')}
    ${errata.value ? secondCell(line) : nothing}
    <td class="muted">${weight === null ? (pending ? '…' : '–') : `${percent(weight)} %`}</td>
    <td class="muted">${entries === 0 && isBusy(run) ? '…' : `${count(right)} of ${count(entries)}`}</td>
    ${sections.map(({ group, folded, columns }) =>
      columns.map((column) => {
        const tint = tints[at++] ?? null;
        return group && folded
          ? groupCell(line, group, tint, version)
          : categoryCell(line, column, tint);
      }),
    )}
    <td>
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
