// What Live looks like: sections below each other, tables that scroll by themselves.
import { css } from 'lit';

export const liveStyles = css`
  .head {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
    align-items: start;
  }
  .head h1,
  .head p {
    grid-column: 1;
    overflow-wrap: anywhere;
  }
  .head button {
    grid-column: 2;
    grid-row: 1;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding-top: 16px;
    border-top: 1px solid var(--line);
  }
  .whole .track {
    height: 8px;
  }
  .num-line {
    font-variant-numeric: tabular-nums;
  }
  .cutless,
  .connection,
  li {
    overflow-wrap: anywhere;
  }
  .steps {
    list-style: decimal;
    padding-left: 20px;
    display: grid;
    gap: 4px;
    color: var(--muted);
  }
  code {
    font-family: var(--mono);
    color: var(--ink);
    overflow-wrap: anywhere;
  }
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 4px 16px;
  }
  dt {
    color: var(--muted);
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-size: var(--s13);
  }
  th,
  td {
    padding: 4px 12px 4px 0;
    text-align: left;
    vertical-align: baseline;
    border-bottom: 1px solid var(--line);
    white-space: nowrap;
    font-weight: 400;
  }
  thead th {
    color: var(--muted);
    font-size: var(--s12);
  }
  th.num,
  td.num {
    text-align: right;
  }
  td.bar {
    width: 30%;
    min-width: 60px;
  }
  td.bar .track {
    height: 6px;
  }
  td.why,
  th.server {
    white-space: normal;
    overflow-wrap: anywhere;
    min-width: 20ch;
  }
  .findings li,
  .messages li,
  .counted li {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 8px;
    padding: 2px 0;
  }
  .counted .num {
    min-width: 6ch;
    text-align: right;
  }
  @media (max-width: 520px) {
    td.bar,
    thead td {
      display: none;
    }
    th.category {
      white-space: normal;
    }
    td .muted {
      display: block;
    }
  }
`;
