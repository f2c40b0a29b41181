// The radar chart: axes 0 to 100, a line for each series in its own colour and stroke, a legend below.
import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { base } from '../styles/base.ts';
import { chart, series, SERIES } from '../styles/parts.ts';
import { percent } from '../lib/format.ts';
import {
  anchor,
  DASHES,
  place,
  RINGS,
  seriesPath,
  type Axis,
  type Point,
  type Series,
} from '../lib/radar.ts';

const RADIUS = 150;

/** A label, a word a line, so that it is narrow: above, below or beside its end, which it leaves free. */
const lines = (label: string, { x, y }: Point) => {
  const words = label.split(' ');
  const rise = Math.abs(x) > 0.2 * RADIUS ? 0.55 : y < 0 ? 1.1 : 0;
  return words.map(
    (word, i) =>
      svg`<tspan x=${x} dy=${i > 0 ? '1.1em' : `${-rise * (words.length - 1)}em`}>${word}</tspan>`,
  );
};

@customElement('bx-radar')
export class Radar extends LitElement {
  static override styles = [
    base,
    chart,
    series,
    css`
      :host {
        container-type: inline-size;
      }
      svg {
        max-width: 560px;
        margin: 0 auto;
      }
      /* The drawing shrinks, its words stay legible. */
      @container (max-width: 440px) {
        text {
          font-size: 19px;
        }
      }
      .ring,
      .spoke {
        stroke: var(--line);
        fill: none;
      }
      .series {
        fill: none;
        stroke: currentColor;
        stroke-width: 2;
        stroke-linejoin: round;
      }
      .dot {
        fill: currentColor;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        justify-content: center;
        gap: 4px 16px;
        padding-top: 8px;
        font-size: var(--s13);
      }
      .legend li {
        display: flex;
        align-items: center;
        gap: 6px;
        min-width: 0;
      }
      .legend svg {
        width: 28px;
        flex: none;
        margin: 0;
      }
      .legend span {
        color: var(--ink);
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) axes: readonly Axis[] = [];
  @property({ attribute: false }) series: readonly Series[] = [];

  override render() {
    const n = this.axes.length;
    if (n < 3) return nothing;
    return html`<svg viewBox="-270 -184 540 368" role="img" aria-label=${this.words()}>
        ${RINGS.map((ring) => svg`<circle class="ring" r=${ring * RADIUS} />`)}
        ${this.axes.map(({ label, title }, i) => {
          const end = place(i, n, 1, RADIUS);
          const name = place(i, n, 1.09, RADIUS);
          return svg`<line class="spoke" x2=${end.x} y2=${end.y} />
            <text x=${name.x} y=${name.y + (name.y > RADIUS ? 8 : 4)} text-anchor=${anchor(i, n)}><title>${title}</title>${lines(label, name)}</text>`;
        })}
        ${this.series.map(
          ({ name, values }, s) => svg`<g class="s${s % SERIES}">
            <path class="series" d=${seriesPath(values, RADIUS)} stroke-dasharray=${DASHES[s % DASHES.length] ?? ''} />
            ${values.map((value, i) => {
              if (value === null) return nothing;
              const { x, y } = place(i, n, value, RADIUS);
              return svg`<circle class="dot" cx=${x} cy=${y} r="3.5"><title>${name}, ${this.axes[i]?.title}: ${percent(value)} %</title></circle>`;
            })}
          </g>`,
        )}
      </svg>
      <ul class="legend">
        ${this.series.map(
          ({ name }, s) => html`<li class="s${s % SERIES}">
            <svg viewBox="0 0 28 8" height="8" aria-hidden="true"><line class="series" x1="0" x2="28" y1="4" y2="4" stroke-dasharray=${DASHES[s % DASHES.length] ?? ''} /></svg>
            <span>${name}</span>
          </li>`,
        )}
      </ul>`;
  }

  private words(): string {
    const one = ({ name, values }: Series) =>
      `${name}: ${values.map((value, i) => `${this.axes[i]?.label} ${value === null ? 'not there' : percent(value)}`).join(', ')}`;
    return `Radar chart. ${this.series.map(one).join('. ')}`;
  }
}
