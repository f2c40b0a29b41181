// Why own runs have no rank, in sentences below the table: each of its basis, in the module's words.
import { html, nothing } from 'lit';
import { folded } from '../../components/folded.ts';
import { lackSummary, lackText, type Lack } from '../../lib/lack.ts';
import type { Ranked } from '../../lib/leaderboard.ts';

/** Those on the same basis stand together, in the order of `ranked`. `label`: the version; null: the own benchmark. */
export function lacking(ranked: readonly Ranked[], label: string | null) {
  const groups = new Map<string, Lack>();
  for (const { row, scored } of ranked) {
    const { basis } = scored.score;
    if (!row.own || row.errata !== undefined || basis.kind !== 'partial') continue;
    const group = groups.get(basis.key) ?? { names: [], basis, zero: [] };
    groups.set(basis.key, group);
    group.names.push(row.name);
    group.zero.push(scored.overall.official);
  }
  if (groups.size === 0) return nothing;
  const all = [...groups.values()];
  const lines = all.map((group) => html`<p>${lackText(group, label)}</p>`);
  return html`<div class="lacking muted small">${folded(
    all.length,
    lackSummary(all, label),
    lines,
  )}</div>`;
}
