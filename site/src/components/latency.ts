// How long the requests of a run took, as the module says it: columns of tables, a line of facts, and a table by category.
import { html, nothing } from 'lit';
import { count, plural } from '../lib/format.ts';
import type { BoardRow } from '../lib/leaderboard.ts';
import type { LatencyFigures, RunLatency } from '../lib/scorer-types.ts';

/** Columns that stand where any row has values. */
export const LATENCY_COLUMNS = [
  { key: 'p50', label: 'Median s', title: 'Median latency of requests in seconds' },
  { key: 'p95', label: 'p95 s', title: '95th percentile of the latency of requests in seconds' },
] as const;

/** Seconds as the program writes them: 0.004, 0.21, 12.3, 340. */
export const seconds = (value: number): string =>
  value.toFixed(value < 0.0995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0);

export const latencyCells = (row: Pick<BoardRow, 'p50' | 'p95'>) =>
  LATENCY_COLUMNS.map(
    ({ key }) =>
      html`<td class="num">${row[key] === null ? html`<span class="absent">N/A</span>` : seconds(row[key])}</td>`,
  );

const pair = ({ p50, p95 }: { p50: number; p95: number }): string =>
  `median ${seconds(p50)} s, 95th percentile ${seconds(p95)} s`;

/** "median 0.21 s, 95th percentile 0.40 s (12 requests)", and what is known of streamed responses. */
export function latencyText(latency: RunLatency): string {
  const { requests, streamed } = latency;
  const parts = [`${pair(latency)} (${plural(requests, 'request')})`];
  if (streamed?.first_token) parts.push(`first token: ${pair(streamed.first_token)}`);
  if (streamed?.between_tokens) parts.push(`between tokens: ${pair(streamed.between_tokens)}`);
  if (typeof streamed?.tokens_per_second === 'number')
    parts.push(
      `${streamed.tokens_per_second.toFixed(streamed.tokens_per_second < 9.95 ? 1 : 0)} tokens/s`,
    );
  return parts.join('; ');
}

const line = (name: string, { requests, p50, p95 }: LatencyFigures) =>
  html`<tr><th scope="row" class="mono">${name}</th><td class="num">${count(requests)}</td><td class="num">${seconds(p50)}</td><td class="num">${seconds(p95)}</td></tr>`;

/** Folded: by category, and all of them together. */
export function latencyTable(latency: RunLatency | null | undefined) {
  if (!latency) return nothing;
  const rows = Object.entries(latency.categories);
  return html`<details class="latency">
    <summary>Latency: ${latencyText(latency)}</summary>
    <table>
      <thead><tr><th scope="col">Category</th><th scope="col" class="num">requests</th><th scope="col" class="num">median s</th><th scope="col" class="num">95th percentile s</th></tr></thead>
      <tbody>${rows.map(([name, figures]) => line(name, figures))}${rows.length > 1 ? line('all', latency) : nothing}</tbody>
    </table>
  </details>`;
}
