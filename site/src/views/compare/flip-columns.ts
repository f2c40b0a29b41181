// The columns of the entries that flipped, and what became of each in words.
import { html } from 'lit';
import type { Column } from '../../components/table.ts';
import type { Flip, FlipKind } from '../../lib/paired.ts';
import type { Row } from '../../state/runs.ts';

export const KINDS: Record<FlipKind, { label: string; title: string }> = {
  lost: { label: 'lost', title: 'passed in the baseline only' },
  gained: { label: 'gained', title: 'passed in the other run only' },
  other: { label: 'other error', title: 'failed in both, for different reasons' },
};
const sign = (kind: FlipKind) =>
  ({
    lost: html`<span class="fail" title=${KINDS.lost.title}>✓ → ✕</span>`,
    gained: html`<span class="pass" title=${KINDS.gained.title}>✕ → ✓</span>`,
    other: html`<span class="warn" title=${KINDS.other.title}>✕ → ✕</span>`,
  })[kind];

const mono = (text: string) => html`<span class="mono">${text}</span>`;
export const FLIP_COLUMNS: readonly Column<Flip<Row>>[] = [
  { key: 'kind', label: '', name: 'What changed', track: '52px', cell: (flip) => sign(flip.kind) },
  { key: 'id', label: 'Entry', track: 'minmax(15ch, 1fr)', cell: (flip) => mono(flip.id) },
  {
    key: 'a',
    label: 'Error in the baseline',
    track: 'minmax(12ch, 1fr)',
    from: 640,
    cell: (flip) => mono(flip.a.error_type),
  },
  {
    key: 'b',
    label: 'Error in the other',
    track: 'minmax(12ch, 1fr)',
    from: 640,
    cell: (flip) => mono(flip.b.error_type),
  },
];
