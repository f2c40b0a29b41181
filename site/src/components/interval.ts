// Accuracy as a dot with its 95 % CI on the common axis from 0 to 100: one row of a table of
// categories. Several points (runs) share the axis. `absent`: a line of grey dots, no zero.
import { LitElement, css, html, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { chart, series } from '../styles/parts.ts';

export interface Point {
  /** Shares of 1. */
  value: number;
  low: number;
  high: number;
  /** For people who cannot see it: "96.0, interval 93.6 to 97.5". */
  label: string;
  /** Index of the series colour; 0 when alone. */
  series?: number;
}

const WIDTH = 200;
/** Pixels beside the axis, for the dots at its ends. */
const MARGIN = 4;
const x = (share: number) => MARGIN + Math.min(1, Math.max(0, share)) * (WIDTH - 2 * MARGIN);
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The ends of the axis, at the head of a column of intervals. */
export const axisStyles = css`
  .axis {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    font-variant-numeric: tabular-nums;
  }
`;
/** `column`: the class of the cell. */
export const axisHead = (column: 'wide' | 'chart', name = '95 % CI') =>
  html`<th scope="col" class=${column}><div class="axis"><span aria-hidden="true">0</span><span>${name}</span><span aria-hidden="true">100</span></div></th>`;

@customElement('bx-interval')
export class IntervalRow extends LitElement {
  static override styles = [
    base,
    chart,
    series,
    css`
      :host {
        min-width: 80px;
      }
      .tick {
        stroke: var(--line);
      }
      .range {
        stroke: currentColor;
        stroke-width: 2;
      }
      circle {
        fill: currentColor;
      }
    `,
  ];

  @property({ attribute: false }) points: readonly Point[] = [];

  override render() {
    const height = Math.max(1, this.points.length) * 10 + 6;
    // Stretched sideways only: dots are drawn as zero-length lines, whose round ends keep their form.
    return html`<svg role="img" aria-label=${this.points.map(({ label }) => label).join('; ') || 'not in this run'}
        height=${height} viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none">
      ${TICKS.map((tick) => svg`<line class="tick" x1=${x(tick)} x2=${x(tick)} y1="0" y2=${height} vector-effect="non-scaling-stroke" />`)}
      ${this.points.map((point, i) => this.point(point, i * 10 + 8))}
    </svg>`;
  }

  private point(point: Point, y: number) {
    const at = x(point.value);
    return svg`<g class="s${point.series ?? 0}">
      <line class="range" x1=${x(point.low)} x2=${x(point.high)} y1=${y} y2=${y} vector-effect="non-scaling-stroke" />
      <line x1=${at} x2=${at} y1=${y} y2=${y} stroke="currentColor" stroke-width="6" stroke-linecap="round"
        vector-effect="non-scaling-stroke" />
    </g>`;
  }
}
