// The look of published pages: tables, answers, reasons.
import { css } from 'lit';
import { axisStyles } from '../components/interval.ts';
import { figureTable, shades } from '../styles/parts.ts';

export const pageStyles = css`
  :host {
    display: block;
    padding: 16px;
  }
  section {
    margin-top: 24px;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
  }
  h1 {
    overflow-wrap: anywhere;
  }
  h1.mono {
    font-size: var(--s20);
  }
  h2 {
    font-size: var(--s16);
    margin-bottom: 8px;
  }
  .text {
    max-width: 84ch;
    margin-top: 8px;
  }
  ${figureTable}
  ${axisStyles}
  th,
  td {
    height: 30px;
  }
  thead th {
    white-space: nowrap;
  }
  tbody th {
    overflow-wrap: anywhere;
    min-width: 14ch;
  }
  tbody th.mono {
    overflow-wrap: break-word;
    min-width: 0;
  }
  td.chart {
    width: 24%;
    min-width: 90px;
  }
  .answer {
    border-top: 1px solid var(--line);
    padding: 8px 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    overflow-wrap: anywhere;
  }
  .answer code {
    white-space: pre-wrap;
  }
  .answer code,
  .names {
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  .names {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    font-size: var(--s13);
  }
  .names a,
  .head a,
  .answer a.mono,
  tbody a {
    display: inline-block;
    min-height: 24px;
    line-height: 24px;
  }
  bx-notice {
    padding: 12px 0;
  }
  summary {
    min-height: 24px;
    cursor: pointer;
  }
  .answer > div {
    max-width: 110ch;
  }
  .whole {
    display: inline-block;
  }
  .narrow {
    display: none;
  }
  .scroll {
    ${shades}
  }
  /* Between phones and desks: names before what is said in another column too. */
  @media (max-width: 1023px) {
    .roomy {
      display: none;
    }
    .narrow.early {
      display: block;
      font-size: var(--s12);
      color: var(--muted);
    }
  }
  @media (max-width: 600px) {
    .wide {
      display: none;
    }
    td.num .narrow.loose {
      white-space: normal;
    }
    .narrow {
      display: block;
      font-size: var(--s12);
      color: var(--muted);
    }
    th,
    td {
      padding: 3px 4px;
    }
  }
`;
