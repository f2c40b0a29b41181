// The matrix of runs: a table that scrolls below its head and beside its names.
import { css } from 'lit';

export const matrixStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100%;
    min-height: 0;
  }
  h1 {
    padding: 12px 16px 4px;
  }
  .scroll {
    flex: 1;
    min-height: 0;
    overflow: auto;
    scroll-padding-top: 64px;
  }
  .scored {
    padding: 0 16px 8px;
  }
  .scored progress {
    width: min(320px, 50vw);
  }
  .basis {
    display: none;
  }
  button.none {
    min-height: 24px;
  }
  .scroll > p {
    padding: 8px 16px;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0 8px;
    height: 32px;
    font-weight: normal;
    white-space: nowrap;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  tbody th,
  thead th.name {
    position: sticky;
    left: 0;
    background: var(--bg);
    text-align: left;
    max-width: 40ch;
  }
  thead {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--bg);
  }
  thead th {
    background: var(--bg);
    color: var(--muted);
    font-size: var(--s12);
  }
  thead tr:last-child > * {
    box-shadow: inset 0 -1px var(--line);
  }
  thead th.name {
    z-index: 2;
  }
  thead button,
  td button {
    min-height: 24px;
    min-width: 24px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: inherit;
  }
  thead button {
    font-size: var(--s12);
  }
  .rests {
    padding: 0 4px 4px;
    min-width: 26ch;
    max-width: 32ch;
    margin-left: auto;
    white-space: normal;
    line-height: 1.3;
  }
  /* A hairline over the columns of a group, clear of the next one's. */
  .groups > * {
    height: 24px;
  }
  .groups th {
    padding: 0 4px;
    text-align: left;
  }
  .groups th[colspan] {
    background: linear-gradient(var(--line), var(--line)) center bottom / calc(100% - 16px) 1px no-repeat var(--bg);
  }
  /* In line with what stands below: there the text of a cell, elsewhere a button with its own padding. */
  th.name button {
    margin-left: -4px;
  }
  th.text button {
    margin-right: -4px;
  }
  /* On paper the names of the categories stand upright, so that a row has room. */
  @media print {
    table {
      font-size: var(--s12);
    }
    thead,
    tbody th,
    thead th.name {
      position: static;
    }
    th,
    td {
      padding: 0 2px;
    }
    thead th.category {
      writing-mode: vertical-rl;
      rotate: 180deg;
      height: auto;
      padding: 4px 0;
      text-align: left;
      box-shadow: none;
    }
  }
  /* As far in as the buttons of the other cells. */
  td.plain {
    padding-right: 12px;
  }
  td.few,
  td.few button {
    color: var(--muted);
    font-size: var(--s12);
  }
  td.q3 {
    background: var(--pass-soft);
  }
  td.q0 {
    background: var(--fail-soft);
  }
  input[type='checkbox'] {
    width: 16px;
    height: 16px;
    margin: 4px;
  }
  label.pick {
    display: inline-grid;
    place-items: center;
    min-width: 24px;
    min-height: 24px;
  }
  label.version {
    gap: 8px;
    color: var(--muted);
    font-size: var(--s13);
  }
  tbody th a {
    display: flex;
    min-width: 0;
  }
  tbody th .date {
    flex: none;
  }
  /* The figures have the room. */
  @media (max-width: 600px) {
    .filters input {
      flex: 1 1 20ch;
    }
    .filters .grow {
      display: none;
    }
    .filters .folds {
      flex-wrap: wrap;
    }
    tbody :is(th, td) {
      padding-block: 4px;
    }
    .filters button {
      padding-inline: 8px;
    }
    tbody th .date {
      display: none;
    }
    tbody th,
    thead th.name {
      max-width: 40vw;
    }
    .basis {
      display: block;
    }
    .rests {
      display: none;
    }
    thead th.text button {
      white-space: normal;
      text-align: right;
    }
    /* The interval goes below the score. */
    td > span:has(> strong) > .small {
      display: block;
    }
    /* Marks go below the name. */
    tbody th .row {
      flex-wrap: wrap;
      gap: 0 8px;
    }
    tbody th .row a {
      flex: 0 1 100%;
    }
    th,
    td {
      padding: 0 6px;
    }
    td.plain {
      padding-right: 10px;
    }
  }
  tbody tr:hover {
    box-shadow: inset 0 0 0 100px var(--hover);
  }
  tbody tr:hover th {
    background: var(--hover);
  }
  /* Too low for a bar that stays. */
  @media (max-height: 480px) {
    :host {
      height: auto;
    }
  }
`;
