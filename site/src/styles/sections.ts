// What stands in an open entry: sections with a line between them, responses as they came, reasons.
import { css } from 'lit';

export const sections = css`
  :host {
    display: block;
  }
  section {
    padding: 12px 0;
    border-top: 1px solid var(--line);
    display: grid;
    gap: 8px;
  }
  section:first-child {
    border-top: 0;
  }
  .raw {
    max-height: 260px;
    overflow: auto;
    background: var(--surface);
    border-radius: var(--radius);
    padding: 8px 10px;
  }
  summary {
    cursor: pointer;
    color: var(--accent);
    font-size: var(--s13);
    min-height: 24px;
  }
  .why {
    padding: 4px 0 4px 10px;
    border-left: 2px solid var(--fail);
  }
`;
