// The look of published pages: tables, answers, reasons.
import { css } from 'lit';

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
  h2 {
    font-size: var(--s16);
    margin-bottom: 8px;
  }
  .text {
    max-width: 84ch;
    margin-top: 8px;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    width: 100%;
  }
  th,
  td {
    padding: 3px 8px;
    text-align: left;
    font-weight: normal;
    height: 30px;
  }
  thead th {
    color: var(--muted);
    font-size: var(--s12);
    border-bottom: 1px solid var(--line);
    white-space: nowrap;
  }
  th.num,
  td.num {
    text-align: right;
    white-space: nowrap;
  }
  tbody tr:hover {
    background: var(--hover);
  }
  tbody th {
    overflow-wrap: anywhere;
    min-width: 14ch;
  }
  td.chart {
    width: 24%;
    min-width: 90px;
  }
  .answer {
    border-top: 1px solid var(--line);
    padding: 8px 0;
    display: grid;
    gap: 4px;
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
  td a {
    display: inline-block;
    min-height: 24px;
  }
  .why {
    overflow-wrap: anywhere;
    max-width: 84ch;
  }
  @media (max-width: 600px) {
    .wide {
      display: none;
    }
    th,
    td {
      padding: 3px 4px;
    }
  }
`;
