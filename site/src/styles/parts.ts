// Pieces of style that several components share and not all: each takes those it needs, beside `base`.
import { css } from 'lit';

/** A dialog over the page, with a line around it. */
export const dialogFrame = css`
  dialog {
    padding: 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--bg);
    color: var(--ink);
    box-shadow: var(--float);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.35);
  }
`;

/** Buttons that belong together, in one frame. */
export const toggle = css`
  .toggle {
    display: flex;
  }
  .toggle button {
    color: var(--ink);
    border-radius: 0;
    margin-left: -1px;
  }
  .toggle button:first-child {
    border-radius: var(--radius) 0 0 var(--radius);
  }
  .toggle button:last-child {
    border-radius: 0 var(--radius) var(--radius) 0;
  }
`;

/** A host whose parts stand below each other, the last of which scrolls by itself. */
export const stack = css`
  :host,
  .list {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .list > bx-table {
    flex: 1;
  }
`;

/** A page below the bar of its view, which scrolls by itself. */
export const scrollingPage = css`
  :host {
    display: block;
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding: 0 16px 24px;
  }
`;

/** A view that fills what the bar leaves: filters and a table, the open entry beside them. */
export const browser = css`
  :host {
    height: 100%;
  }
  bx-split {
    flex: 1;
    min-height: 0;
  }
  .number {
    flex: 1 1 auto;
    min-width: 0;
  }
`;

/** The bar above everything. */
export const bar = css`
  header {
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 0 16px;
    border-bottom: 1px solid var(--line);
  }
  .icon {
    flex: none;
    width: var(--control);
    padding: 0;
    color: var(--muted);
  }
`;

/** Shades at the edges beyond which what scrolls goes on; covers lie over them where it ends. */
export const shades = css`
  background:
    linear-gradient(to right, var(--bg) 40%, transparent) left / 32px 100% local,
    linear-gradient(to left, var(--bg) 40%, transparent) right / 32px 100% local,
    linear-gradient(to right, var(--edge), transparent) left / 12px 100% scroll,
    linear-gradient(to left, var(--edge), transparent) right / 12px 100% scroll;
  background-repeat: no-repeat;
  --edge: light-dark(rgb(0 0 0 / 0.18), rgb(255 255 255 / 0.24));
`;

/** Tables of figures: a hairline below the head, numbers to the right. */
export const figureTable = css`
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 3px 8px;
    text-align: left;
    font-weight: normal;
  }
  thead th {
    color: var(--muted);
    font-size: var(--s12);
    border-bottom: 1px solid var(--line);
  }
  th.num,
  td.num {
    text-align: right;
    white-space: nowrap;
  }
  tbody tr:hover {
    background: var(--hover);
  }
  .scroll {
    overflow-x: auto;
  }
`;

/** Labels above their fields. */
export const fields = css`
  label {
    display: grid;
    gap: 4px;
    font-size: var(--s12);
    color: var(--muted);
  }
  label code {
    font-size: inherit;
  }
  label > :is(select, input, textarea) {
    font-size: var(--s14);
    color: var(--ink);
  }
`;

/** The way to columns that are out of sight; see state/overflow.ts. */
export const moreColumns = css`
  .more {
    justify-content: flex-end;
    gap: 4px;
    padding: 0 16px;
  }
  .more button {
    min-height: 24px;
    min-width: 24px;
    padding: 0 4px;
  }
`;

/** The row of search and choices above a table. */
export const filters = css`
  .filters {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 8px 16px;
  }
`;

/** Controls that a narrow window folds behind one button, `fold`; see views/fold.ts. */
export const folds = css`
  .fold {
    display: none;
  }
  @media (max-width: 600px) {
    .fold {
      display: inline-flex;
    }
    .folds:not([data-open]) {
      display: none;
    }
  }
`;

/** Choices with a quiet label before them. */
export const choices = css`
  .choices label,
  .choices .choice {
    display: flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    color: var(--muted);
    font-size: var(--s13);
  }
  .choices select {
    min-width: 0;
    max-width: 30ch;
    color: var(--ink);
    font-size: var(--s14);
  }
`;

/** Calls and states: monospaced blocks. */
export const code = css`
  :host {
    display: block;
    font-family: var(--mono);
    font-size: var(--s13);
    overflow-wrap: anywhere;
  }
  .name {
    font-weight: 600;
  }
  .args {
    padding-left: 2ch;
  }
`;

/** Rows of a chart that are buttons: a name, what is drawn, numbers. */
export const chartRows = css`
  li button {
    display: grid;
    width: 100%;
    min-height: 24px;
    padding: 0 8px;
    border-color: transparent;
    background: none;
    color: var(--ink);
    text-align: left;
  }
  li button[aria-pressed='true'] {
    background: var(--selected);
    border-color: var(--accent);
  }
  .name {
    font-family: var(--mono);
    font-size: var(--s13);
  }
  @media (pointer: coarse) {
    li button {
      min-height: 40px;
    }
  }
`;

/** Drawings: as wide as there is room, with text that keeps its contrast. */
export const chart = css`
  :host {
    display: block;
  }
  svg {
    display: block;
    width: 100%;
    overflow: visible;
  }
  text {
    font-size: 12px;
    fill: var(--muted);
  }
  @media (max-width: 600px) {
    text {
      font-size: 14px;
    }
  }
`;

/** How many series have a colour of their own; more begin again. */
export const SERIES = 6;

/** The colours of series, `currentColor` of what has the class of its number. */
export const series = css`
  .s0 {
    color: var(--ink);
  }
  .s1 {
    color: var(--accent);
  }
  .s2 {
    color: var(--warn);
  }
  .s3 {
    color: var(--pass);
  }
  .s4 {
    color: var(--fail);
  }
  .s5 {
    color: var(--absent);
  }
`;
