// The look of the Compare view.
import { css } from 'lit';

export const compareStyles = css`
  :host {
    display: block;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    padding: 12px 16px;
  }
  /* Buttons behind it go to the next line rather than break it. */
  h2.grow {
    flex: 1 0 auto;
    max-width: 100%;
  }
  .proposal {
    padding: 0 16px 8px;
    max-width: 100ch;
  }
  .scored {
    padding: 0 16px;
  }
  .verdict {
    display: grid;
    grid-template-columns: max-content minmax(0, 76ch);
    gap: 8px 48px;
    padding: 8px 16px 16px;
    border-bottom: 1px solid var(--line);
    align-items: start;
  }
  /* Room for the first sentences, so that little moves when they come. */
  .verdict[aria-busy='true'] {
    min-height: 120px;
  }
  .big {
    font-size: var(--s28);
    font-weight: 600;
    line-height: 1.2;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .alone .big {
    font-size: var(--s16);
  }
  .verdict p + p {
    margin-top: 4px;
  }
  .ranking {
    padding: 16px 16px 0;
  }
  .ranking table {
    max-width: 960px;
  }
  .ranking h2 .muted {
    font-weight: 400;
  }
  .aside {
    display: grid;
    gap: 24px;
    align-content: start;
    min-width: 0;
  }
  .profile {
    min-height: 360px;
  }
  .changes {
    padding: 0 16px 16px;
  }
  .changes table {
    width: auto;
  }
  .changes td {
    overflow-wrap: anywhere;
    vertical-align: top;
  }
  .changes .link {
    min-height: 24px;
  }
  .foot {
    padding-top: 8px;
    max-width: 76ch;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 3.2fr) minmax(280px, 1fr);
    gap: 24px;
    padding: 16px;
  }
  tbody tr.total {
    font-weight: 600;
  }
  tbody tr.total > * {
    border-top: 1px solid var(--line);
    padding-top: 6px;
  }
  td.chart {
    width: 24%;
    min-width: 208px;
  }
  .legend {
    display: grid;
    gap: 4px;
    padding: 4px 8px 8px;
    overflow-wrap: anywhere;
  }
  .key {
    display: inline-block;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: currentColor;
    margin-right: 4px;
  }
  .flips {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    height: min(760px, calc(100dvh - var(--bar) - 24px));
    border-top: 1px solid var(--line);
  }
  .flips.open {
    grid-template-columns: minmax(280px, 1fr) minmax(0, 2.4fr);
  }
  .list {
    min-width: 0;
  }
  bx-flip-detail {
    border-left: 1px solid var(--line);
    overflow: auto;
    min-height: 0;
  }
  @media (max-width: 1400px) {
    .columns :is(th, td) {
      padding: 3px 6px;
    }
  }
  @media (max-width: 1000px) {
    .columns,
    .verdict {
      grid-template-columns: minmax(0, 1fr);
    }
    .verdict {
      align-content: start;
    }
  }
  @media (max-width: 900px) {
    .flips.open {
      grid-template-columns: minmax(0, 1fr);
    }
    bx-flip-detail {
      position: fixed;
      inset: 0;
      z-index: 5;
      background: var(--bg);
      border: 0;
    }
  }
  @media (max-width: 600px) {
    .profile {
      min-height: 300px;
    }
    th,
    td {
      padding: 3px 4px;
      font-size: var(--s12);
    }
    thead th.num {
      white-space: normal;
      vertical-align: bottom;
    }
    th.mono {
      font-size: 0.6875rem;
      overflow-wrap: break-word;
    }
    .wide {
      display: none;
    }
  }
  @media (max-width: 360px) {
    .columns {
      padding: 16px 8px;
    }
    .columns :is(th, td) {
      padding: 3px 2px;
    }
  }
`;
