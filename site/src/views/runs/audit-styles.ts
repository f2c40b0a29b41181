// The look of the audit: entries as lines that open, question, truth and answers side by side.
import { css } from 'lit';

export const auditStyles = css`
  .lead {
    max-width: 96ch;
    margin: 4px 0 12px;
  }
  bx-working {
    padding-inline: 0;
  }
  .after {
    padding: 0 16px;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    margin: 16px 0 8px;
  }
  summary {
    cursor: pointer;
    min-height: 32px;
  }
  .scores > summary {
    padding: 6px 0;
    color: var(--accent);
  }
  .scores table {
    width: auto;
    min-width: min(100%, 640px);
  }
  .scores th[scope='row'] {
    overflow-wrap: anywhere;
    min-width: 14ch;
  }
  .scores th a {
    display: inline-block;
    line-height: 24px;
  }
  :is(td, th):nth-child(even) .range {
    min-width: 13ch;
  }
  .range {
    display: inline-block;
    min-width: 7ch;
    margin-left: 4px;
    text-align: left;
    color: var(--muted);
    font-size: var(--s12);
  }
  li > details {
    border-top: 1px solid var(--line);
  }
  li summary {
    display: grid;
    grid-template-columns: minmax(18ch, 28ch) 17ch minmax(20ch, 32ch) minmax(0, 1fr);
    gap: 0 16px;
    align-items: baseline;
    padding: 6px 0;
    list-style: none;
  }
  li summary::-webkit-details-marker {
    display: none;
  }
  li summary:hover {
    background: var(--hover);
  }
  .id {
    overflow-wrap: anywhere;
    color: var(--accent);
  }
  summary .num {
    text-align: left;
    font-size: var(--s13);
  }
  .classes {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    font-size: var(--s13);
  }
  .class {
    color: var(--warn);
    white-space: nowrap;
  }
  .reason {
    grid-column: 1 / -1;
    font-size: var(--s13);
    color: var(--muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Ids of format sensitivity are settings in full: their ends are what differs, and the open entry has all of it. */
  details:not([open]) > summary .id {
    display: -webkit-box;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
    overflow: hidden;
  }
  details[open] > summary .reason {
    display: none;
  }
  .open {
    padding: 4px 0 16px;
    display: grid;
    gap: 8px;
  }
  .open > p {
    max-width: 96ch;
    overflow-wrap: anywhere;
  }
  .open a {
    display: inline-block;
    min-height: 24px;
  }
  .sides {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 8px 24px;
  }
  .sides h3 {
    margin-bottom: 4px;
  }
  .answer + .answer {
    margin-top: 8px;
  }
  .answer code,
  .names {
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  @media (max-width: 1000px) {
    .sides {
      grid-template-columns: minmax(0, 1fr);
    }
    li summary {
      grid-template-columns: minmax(0, 1fr) max-content;
    }
    .classes {
      grid-column: 1 / -1;
    }
  }
  @media (max-width: 600px) {
    .filters h2 {
      width: 100%;
    }
    .filters select {
      flex: 1 1 14ch;
    }
    td:nth-child(n) .range {
      display: block;
      min-width: 0;
      margin: 0;
      text-align: right;
    }
    .scores th,
    .scores td {
      padding: 3px 4px;
    }
  }
`;
