// How the case editor is laid out: the list, the open case, and what it becomes beside it.
import { css } from 'lit';

export const casesStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .top {
    display: grid;
    gap: 8px;
    padding: 8px 16px;
    border-bottom: 1px solid var(--line);
  }
  .top select {
    max-width: 22ch;
  }
  /* Nothing is said, and there is no room for it. */
  .top > [role='status']:not(:has(p)) {
    margin-top: -8px;
  }
  .said {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .columns {
    flex: 1;
    min-height: 0;
    display: grid;
    grid-template-columns: minmax(200px, 1fr) minmax(0, 2fr) minmax(0, 2fr);
  }
  .columns > * {
    min-width: 0;
    min-height: 0;
  }
  .list {
    border-right: 1px solid var(--line);
  }
  .list .foot {
    padding: 8px 16px;
    border-top: 1px solid var(--line);
  }
  bx-case-form,
  bx-case-live {
    overflow: auto;
    padding: 8px 16px 48px;
  }
  bx-case-live {
    border-left: 1px solid var(--line);
  }
  .start {
    overflow: auto;
  }
  .start ul {
    display: grid;
    gap: 4px;
    padding-top: 8px;
  }
  @media (max-width: 1000px) {
    :host {
      display: block;
      overflow: auto;
    }
    .columns {
      display: block;
    }
    .list {
      border-right: 0;
      border-bottom: 1px solid var(--line);
    }
    .list > bx-table {
      height: 180px;
      flex: none;
    }
    bx-case-form,
    bx-case-live {
      overflow: visible;
      padding-bottom: 16px;
    }
    bx-case-live {
      border-left: 0;
      border-top: 1px solid var(--line);
    }
  }
`;

/** Of the form, and of what is beside it. */
export const caseParts = css`
  :host {
    display: block;
  }
  section,
  .form {
    display: grid;
    gap: 12px;
    align-content: start;
  }
  section + section {
    margin-top: 20px;
  }
  textarea {
    width: 100%;
    resize: vertical;
  }
  .prose {
    font-family: var(--text);
    font-size: var(--s14);
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(14ch, 1fr));
    gap: 8px;
  }
  summary {
    cursor: pointer;
    min-height: 24px;
  }
  details > .form {
    padding: 8px 0;
  }
  .faults {
    display: grid;
    gap: 4px;
    overflow-wrap: anywhere;
  }
  .faults li {
    display: grid;
    grid-template-columns: 2ch minmax(0, 1fr);
  }
  .verdict {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: baseline;
    font-weight: 600;
  }
  .of-turn {
    display: grid;
    grid-template-columns: 2ch minmax(0, 1fr);
    overflow-wrap: anywhere;
  }
  .verdict code {
    font-weight: 400;
  }
`;
