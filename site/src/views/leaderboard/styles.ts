// The look of the Leaderboard view.
import { css } from 'lit';

export const boardStyles = css`
  :host {
    display: block;
    padding-bottom: 32px;
  }
  .head,
  .controls,
  .filters,
  .weights {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 12px 16px 0;
  }
  .controls {
    padding: 0;
  }
  .filters {
    padding: 12px 16px;
    gap: 8px;
  }
  .filters input {
    flex: 1 1 24ch;
    max-width: 44ch;
  }
  .from {
    overflow-wrap: anywhere;
  }
  .intake {
    display: grid;
    gap: 12px;
    padding: 12px 16px 0;
    max-width: 84ch;
  }
  .intake input {
    flex: 1 1 32ch;
    color: var(--ink);
  }
  .weights label {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--muted);
    font-size: var(--s13);
  }
  .weights input {
    width: 7ch;
    min-height: var(--control);
    padding: 0 4px 0 8px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--bg);
    color: var(--ink);
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .scroll {
    max-height: min(720px, calc(100dvh - 180px));
    overflow: auto;
    border-top: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
  }
  table {
    border-collapse: separate;
    border-spacing: 0;
    width: 100%;
  }
  th,
  td {
    padding: 3px 8px;
    text-align: left;
    font-weight: normal;
    white-space: nowrap;
    height: 30px;
  }
  th.num,
  td.num {
    text-align: right;
  }
  thead th {
    position: sticky;
    top: 0;
    z-index: 2;
    background: var(--bg);
    color: var(--muted);
    font-size: var(--s12);
    border-bottom: 1px solid var(--line);
  }
  tbody th,
  thead th:nth-child(2) {
    position: sticky;
    left: 0;
    z-index: 1;
    background: var(--bg);
  }
  thead th:nth-child(2) {
    z-index: 3;
  }
  tbody tr:hover > * {
    background: var(--hover);
  }
  tr.own > * {
    background: var(--selected);
  }
  tr[data-on] th {
    box-shadow: inset 2px 0 var(--accent);
  }
  button.sort {
    min-height: 24px;
    min-width: 24px;
    padding: 0 2px;
    border: 0;
    background: none;
    color: inherit;
    font-size: inherit;
  }
  button.sort:hover {
    color: var(--ink);
  }
  /* Names give way in their middle. */
  th .row {
    min-height: 24px;
    max-width: 34ch;
  }
  th .row a,
  th .row span[title] {
    display: flex;
    min-width: 0;
  }
  th .tag {
    flex: none;
  }
  input[type='checkbox'] {
    width: 16px;
    height: 16px;
    margin: 0;
    flex: none;
    accent-color: var(--accent);
  }
  .tag {
    font-size: var(--s12);
    color: var(--accent);
  }
  .leaf {
    color: var(--muted);
  }
  .chart {
    min-width: 120px;
  }
  .rests {
    display: block;
    min-width: 24ch;
    max-width: 40ch;
    white-space: normal;
    line-height: 1.3;
  }
  .axis {
    display: flex;
    justify-content: space-between;
  }
  @media (max-width: 600px) {
    .axis [aria-hidden] {
      display: none;
    }
  }
  .organisation {
    min-width: 12ch;
    max-width: 20ch;
    white-space: normal;
    line-height: 1.2;
  }
  .figures {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 32px;
    padding: 16px;
  }
  h2 .muted {
    font-weight: 400;
  }
  .lacking {
    display: grid;
    gap: 4px;
    padding: 12px 16px 0;
    max-width: 100ch;
  }
  .scores {
    padding: 0 16px 8px;
  }
  .foot {
    padding: 0 16px;
    max-width: 100ch;
  }
  @media (max-width: 900px) {
    .figures {
      grid-template-columns: minmax(0, 1fr);
    }
    th .row {
      max-width: 44vw;
    }
    .chart {
      min-width: 90px;
    }
  }
  @media (max-width: 600px) {
    .head .fold {
      order: 1;
    }
    .head .from {
      order: 2;
      flex-basis: 100%;
    }
    .head .controls {
      order: 3;
    }
    th,
    td {
      padding: 3px 6px;
    }
    /* What a score rests on goes below it. */
    td.num > .muted > .small {
      display: block;
    }
    /* The rows of own runs are tinted; the word stays for those who do not see that. */
    th .yours {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  @media print {
    th,
    td {
      padding: 3px 4px;
      white-space: normal;
    }
    .organisation {
      white-space: normal;
    }
    .chart {
      min-width: 90px;
    }
  }
`;
