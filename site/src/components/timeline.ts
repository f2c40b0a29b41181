// Scores over dates, each with its 95 % CI, on a scale that fits them.
import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { chart } from '../styles/parts.ts';
import { timelineOf, type DatedScore, type Place } from '../lib/timeline.ts';

const at = (share: number): string => `${(share * 100).toFixed(2)}%`;

@customElement('bx-timeline')
export class Timeline extends LitElement {
  static override styles = [
    base,
    chart,
    css`
      /* Room for the scale and the dates, which keep their size. */
      :host {
        max-width: 720px;
        padding: 12px 16px 28px 48px;
      }
      svg {
        height: 160px;
      }
      text {
        font-size: 12px;
        font-variant-numeric: tabular-nums;
      }
      line,
      circle {
        stroke: currentColor;
        fill: currentColor;
      }
      .tick {
        color: var(--line);
      }
      .score {
        stroke-width: 2;
      }
      .apart {
        fill: var(--bg);
      }
    `,
  ];

  @property({ attribute: false }) scores: readonly DatedScore[] = [];

  override render() {
    const line = timelineOf(this.scores);
    if (!line) return nothing;
    const { ticks, places, dates, label } = line;
    const joined = places.filter(({ comparable }) => comparable);
    return html`<svg role="img" aria-label=${label}>
      ${ticks.map(
        ({ y, text }) => svg`<line class="tick" x1="0" x2="100%" y1=${at(y)} y2=${at(y)} />
        <text x="0" y=${at(y)} dx="-12" dy="4" text-anchor="end">${text}</text>`,
      )}
      ${joined.slice(1).map((to, i) => {
        const from = joined[i] as Place;
        return svg`<line class="muted" x1=${at(from.x)} x2=${at(to.x)} y1=${at(from.y)} y2=${at(to.y)} />`;
      })}
      ${places.map(
        ({ x, y, low, high, comparable, text }) => svg`<g class="score"><title>${text}</title>
        <line x1=${at(x)} x2=${at(x)} y1=${at(low)} y2=${at(high)} />
        <circle class=${comparable ? '' : 'apart'} cx=${at(x)} cy=${at(y)} r="4" /></g>`,
      )}
      ${dates.map(
        ({ x, text }) =>
          svg`<text x=${at(x)} y="100%" dy="24" text-anchor=${x === 0 ? 'start' : x === 1 ? 'end' : 'middle'}>${text}</text>`,
      )}
    </svg>`;
  }
}
