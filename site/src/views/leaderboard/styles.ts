// The look of the Leaderboard view.
import { css } from 'lit';
import { wholeName } from '../../components/ends.ts';

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
  .scroll {
    max-height: min(720px, calc(100dvh - 180px));
    overflow: auto;
    border-top: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
  }
  .rests {
    display: block;
    min-width: 24ch;
    max-width: 40ch;
    white-space: normal;
    line-height: 1.3;
  }
  @media (max-width: 600px) {
    .axis [aria-hidden] {
      display: none;
    }
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
    th .row {
      min-width: 40vw;
    }
    th .row :is(a, span[title]) {
      ${wholeName}
    }
    th .row :is(.cut, .back) {
      white-space: normal;
    }
    /* What is not ranked is said above the table too. */
    tbody .order:first-of-type {
      display: none;
    }
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
    .filters {
      padding: 4px 16px;
    }
    th,
    td {
      padding: 3px 6px;
    }
    /* What a score rests on goes below it. */
    td.num > .muted > .small {
      display: block;
      min-width: 12ch;
      white-space: normal;
    }
    /* The rows of own runs are tinted; the word stays for those who do not see that. */
    th .yours {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  /* The overall score is within the window. */
  @media (max-width: 380px) {
    tbody td:first-child .small {
      display: block;
    }
    th .row {
      max-width: 36vw;
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
