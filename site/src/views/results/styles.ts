// The view of results: list and detail side by side, on phones above each other.
import { css } from 'lit';

export const resultsStyles = css`
  .scroll {
    flex: none;
    overflow: auto;
    max-height: 40vh;
    padding: 12px 8px 16px;
    border-bottom: 1px solid var(--line);
  }
  .unfold {
    flex: none;
    min-height: 24px;
    border-radius: 0;
    border-bottom: 1px solid var(--line);
  }
  :host([whole]:not([bare])) {
    height: auto;
  }
  :host([whole]) .scroll {
    max-height: none;
  }
  :host([whole]:not([bare])) bx-split {
    flex: none;
    height: calc(100dvh - var(--bar));
  }
  .list {
    container-type: inline-size;
  }
  .filters {
    border-bottom: 1px solid var(--line);
  }
  .filters input {
    flex: 1 1 14ch;
    max-width: 32ch;
  }
  .filters select {
    max-width: 22ch;
  }
  @container (min-width: 860px) {
    .filters:not(.narrowed) {
      flex-wrap: nowrap;
    }
    .filters select {
      flex: 1 1 9.5ch;
    }
    .filters input {
      min-width: 12ch;
    }
  }
  /* Beside an open entry all stand in one line. */
  @container (min-width: 600px) and (max-width: 859px) {
    .filters input {
      flex-basis: 21ch;
    }
    .filters select {
      flex: 1 1 10ch;
      max-width: 15ch;
    }
    .word {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  /* The hint can be read, and the export stands beside the counts. */
  @container (max-width: 599px) {
    .filters input {
      flex: 1 1 20ch;
      max-width: none;
    }
    .filters select {
      flex: 1 1 112px;
      min-width: 112px;
    }
    .filters .number {
      flex: 1 1 20ch;
      text-align: start;
    }
  }
  .toggle button {
    min-width: var(--control);
    padding: 0 8px;
  }
  .finding {
    min-width: 0;
    max-width: 100%;
    order: 1;
  }
  @container (min-width: 1000px) {
    .finding {
      max-width: 40ch;
      order: 0;
    }
  }
  .menu {
    position: relative;
  }
  [popover] {
    margin: 4px 0;
    position-area: bottom span-left;
    padding: 6px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--bg);
    color: var(--ink);
    box-shadow: var(--float);
  }
  [popover]:popover-open {
    display: grid;
  }
  [popover] button {
    justify-content: start;
    border: 0;
    color: var(--ink);
  }
  bx-progress {
    padding: 12px 16px;
    border-bottom: 1px solid var(--line);
  }
  @media (max-width: 900px), (max-height: 700px) {
    :host(:not([bare])) {
      height: auto;
    }
    .scroll {
      max-height: none;
    }
    .unfold {
      display: none;
    }
    :host(:not([bare])) bx-split {
      flex: none;
      height: calc(100dvh - var(--bar));
    }
  }
`;
