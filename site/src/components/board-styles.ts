// The look of a leaderboard's table and of its weights, in the Leaderboard view and in `<bfclx-leaderboard>`: the head and the
// names stay in sight, names give way in their middle.
import { css } from 'lit';
import { axisStyles } from './interval.ts';

export const boardTableStyles = css`
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
  tr.own,
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
  /* Apart from the box before it, so that a finger meets one of them. */
  th .row input + :is(a, span[title]) {
    margin-inline-start: 4px;
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
  ${axisStyles}
  .organisation {
    min-width: 12ch;
    max-width: 20ch;
    white-space: normal;
    line-height: 1.2;
  }
`;
