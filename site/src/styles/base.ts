// What every shadow root shares: type, controls, lists of values. Components add only their layout.
import { css } from 'lit';

/** For screen readers alone. */
export const unseen = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

export const base = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :host {
    font: var(--s14) / 1.45 var(--text);
    color: var(--ink);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure,
  pre {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  h1 {
    font-size: var(--s20);
    font-weight: 600;
    line-height: 1.3;
  }
  h2 {
    font-size: var(--s14);
    font-weight: 600;
  }
  h3 {
    font-size: var(--s12);
    font-weight: 600;
    color: var(--muted);
  }
  a {
    color: var(--accent);
    text-underline-offset: 4px;
  }
  /* A number that leads to its entries: it stays a number. */
  a.cell {
    color: inherit;
    text-decoration-color: var(--line-strong);
  }
  a.cell:hover {
    text-decoration-color: currentColor;
  }
  code,
  pre,
  .mono {
    font-family: var(--mono);
    font-size: var(--s13);
  }
  pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    /* A paragraph of right-to-left text begins at the right. */
    unicode-bidi: plaintext;
  }
  .muted {
    color: var(--muted);
  }
  .num {
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  .small {
    font-size: var(--s12);
  }
  .pass {
    color: var(--pass);
  }
  .fail {
    color: var(--fail);
  }
  .warn {
    color: var(--warn);
  }
  .absent {
    color: var(--absent);
  }
  .row {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .wrap {
    flex-wrap: wrap;
  }
  .grow {
    flex: 1;
    min-width: 0;
  }
  .cut {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* A space at the cut of a name, between two boxes. */
  .front,
  .back {
    white-space: pre;
  }
  .sr {
    ${unseen}
  }
  button,
  .button,
  select,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: var(--control);
    padding: 0 10px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--bg);
    color: var(--accent);
    cursor: pointer;
    white-space: nowrap;
    text-decoration: none;
  }
  button:hover,
  .button:hover {
    background: var(--hover);
  }
  button:disabled {
    color: var(--absent);
    cursor: default;
    background: none;
  }
  button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
  }
  button.primary:disabled {
    background: var(--hover);
    border-color: var(--line);
    color: var(--absent);
  }
  button.plain {
    border-color: transparent;
    background: none;
  }
  button.plain:hover {
    background: var(--hover);
  }
  button.link {
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    text-decoration: underline;
    text-underline-offset: 4px;
  }
  button[aria-pressed='true'] {
    background: var(--selected);
    border-color: var(--accent);
  }
  select,
  input:not([type='checkbox'], [type='radio']),
  textarea {
    min-height: var(--control);
    padding: 0 8px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--bg);
    min-width: 0;
  }
  textarea {
    padding: 6px 8px;
    font-family: var(--mono);
    font-size: var(--s13);
    line-height: 1.45;
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
    border-radius: var(--radius);
  }
  /* Blocks that scroll, as code and logs, fill what would cut off a ring around them. */
  [tabindex='0']:not(circle):focus-visible {
    outline-offset: -2px;
  }
  input::placeholder {
    text-overflow: ellipsis;
  }
  kbd {
    font-family: var(--mono);
    font-size: var(--s12);
    padding: 0 4px;
    border: 1px solid var(--line);
    border-radius: 4px;
    color: var(--muted);
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
  .onpaper {
    display: none;
  }
  @media print {
    :host,
    * {
      overflow: visible !important;
      max-height: none !important;
      contain: none !important;
      animation: none !important;
    }
    :host {
      height: auto !important;
    }
    .noprint,
    button.plain,
    .link,
    .primary,
    .filters,
    .toggle,
    .save,
    .menu,
    [popover] {
      display: none !important;
    }
    .onpaper {
      display: block;
    }
    /* What filters on the screen is a line of a list on paper. */
    button {
      border-color: transparent !important;
      background: none !important;
    }
    h1,
    h2,
    h3,
    thead {
      break-after: avoid;
    }
    tr,
    li,
    pre,
    svg {
      break-inside: avoid;
    }
  }
`;
