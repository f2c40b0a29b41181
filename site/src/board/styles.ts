// The look of `<bfclx-leaderboard>`: as high as its content, or, where the page gives it a height, a table that scrolls in it.
// Widths are those of the element, never of the window.
import { css } from 'lit';
import { wholeName } from '../components/ends.ts';
import { unseen } from '../styles/base.ts';

export const elementStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-width: 0;
    contain-intrinsic-inline-size: 300px;
    background: var(--bg);
    color: var(--ink);
    font: var(--s14) / 1.45 var(--text);
    text-align: start;
    overflow: hidden;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host([theme='system']) {
    color-scheme: light dark;
  }
  .frame {
    container-type: inline-size;
    flex: 1 1 auto;
    min-height: 0;
    display: flex;
    flex-direction: column;
  }
  .head,
  .filters,
  .weights {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 8px 12px;
  }
  .head:has(+ .filters) {
    padding-bottom: 0;
  }
  .head h2 {
    font-size: var(--s16);
    overflow-wrap: anywhere;
    max-height: 3lh;
    overflow: hidden;
  }
  .head select,
  .filters select {
    max-width: 26ch;
  }
  .filters input[type='search'] {
    flex: 1 1 20ch;
    max-width: 40ch;
  }
  .weights {
    border-top: 1px solid var(--line);
    background: var(--surface);
  }
  .weights h2 {
    font-size: var(--s13);
  }
  .weights > p,
  .weights > span {
    font-size: var(--s13);
  }
  .note {
    flex-basis: 100%;
    font-size: var(--s12);
    color: var(--muted);
    max-width: 100ch;
  }
  .scroll,
  .panel,
  .drawing {
    flex: 1 1 auto;
    min-height: min(160px, 100%);
    overflow: auto;
    border-top: 1px solid var(--line);
  }
  .scroll {
    border-bottom: 1px solid var(--line);
  }
  .scroll td.chart {
    min-width: 100px;
  }
  button.name {
    border: 0;
    padding: 0;
    min-height: 24px;
    min-width: 0;
    background: none;
    gap: 0;
    text-align: start;
  }
  button.name:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }
  .yours {
    color: var(--accent);
  }
  .rest {
    padding: 8px 12px;
  }
  .foot {
    flex: none;
    padding: 8px 12px;
    font-size: var(--s12);
    color: var(--muted);
    overflow-wrap: anywhere;
    max-width: 110ch;
  }
  .drawing,
  .panel {
    padding: 12px;
  }
  .drawing .row {
    margin-bottom: 8px;
  }
  bx-scatter {
    max-width: 720px;
  }
  .panel h3 {
    font-size: var(--s20);
    color: var(--ink);
    overflow-wrap: anywhere;
    margin: 8px 0 4px;
  }
  .panel h4 {
    font-size: var(--s14);
    font-weight: 600;
    margin: 20px 0 4px;
  }
  .panel p {
    max-width: 84ch;
    overflow-wrap: anywhere;
  }
  .panel .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    margin: 8px 0;
  }
  .facts div {
    display: flex;
    gap: 6px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .facts dt {
    color: var(--muted);
  }
  .panel section {
    overflow-x: auto;
  }
  .panel td.chart {
    width: 30%;
  }
  .panel .axis {
    justify-content: center;
  }
  .panel .axis [aria-hidden] {
    display: none;
  }
  .panel table {
    max-width: 900px;
  }
  @container (min-width: 900px) {
    .panel .sides {
      display: grid;
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
      align-items: start;
      gap: 24px;
    }
    .panel .sides > bx-radar {
      grid-area: 1 / 2;
      margin-top: 24px;
    }
    .panel .sides > div {
      grid-area: 1 / 1;
    }
  }
  .panel .scroll {
    border: 0;
  }
  .panel tbody th,
  .panel thead th {
    position: static;
  }
  .panel .inside th {
    padding-inline-start: 24px;
    color: var(--muted);
  }
  bx-notice {
    padding: 12px;
  }
  .panel bx-notice {
    padding: 8px 0;
  }
  .fold {
    display: none;
  }
  @container (max-width: 620px) {
    .fold {
      display: inline-flex;
    }
    .folds:not([data-open]) {
      display: none;
    }
    .head h2 {
      flex: 1 1 100%;
    }
    .scroll th .row {
      min-width: 40cqw;
      max-width: 44cqw;
    }
    .scroll button.name {
      ${wholeName}
    }
    .scroll button.name :is(.cut, .back) {
      white-space: normal;
    }
    .scroll .word {
      ${unseen}
    }
    th,
    td {
      padding: 3px 6px;
    }
    .axis [aria-hidden],
    .wide {
      display: none;
    }
    .foot {
      max-height: 4.5lh;
      overflow: auto;
    }
  }
  @container (max-width: 420px) {
    .scroll td.num .small {
      display: block;
    }
    .scroll td.chart,
    .scroll th.chart {
      display: none;
    }
    .head select {
      max-width: 100%;
      flex: 1 1 100%;
    }
  }
`;
