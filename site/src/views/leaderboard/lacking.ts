// What own runs lack of the leaderboard's categories, in sentences above the table.
import { html, nothing } from 'lit';
import type { Ranked } from '../../lib/leaderboard.ts';
import type { Run } from '../../state/runs.ts';
import { lackText } from './rows.ts';

/** What own runs lack; those that lack the same stand together. */
export function lacking(ranked: readonly Ranked[], own: readonly Run[], label: string) {
  const groups = new Map<
    string,
    { names: string[]; missing: readonly string[]; left: number; official: number[] }
  >();
  for (const { row, scored } of ranked) {
    if (!row.own || row.errata !== undefined) continue;
    const { missing, official } = scored.overall;
    const counts = own.find(({ name }) => name === row.name)?.categories.values() ?? [];
    const left = [...counts].reduce((sum, one) => sum + one.missing, 0);
    if (missing.length === 0 && left === 0) continue;
    const key = `${missing.join()} ${left}`;
    const group = groups.get(key) ?? { names: [], missing, left, official: [] };
    groups.set(key, group);
    group.names.push(row.name);
    group.official.push(official);
  }
  if (groups.size === 0) return nothing;
  return html`<div class="lacking muted small">${[...groups.values()].map((group) => html`<p>${lackText(group, label)}</p>`)}</div>`;
}
