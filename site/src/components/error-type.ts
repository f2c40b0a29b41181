// An official error type, "simple_function_checker:wrong_func_name", where there may be little room: what it begins
// with gives way, what it ends with tells it from others.
import { css, html } from 'lit';

export const errorTypes = css`
  .type {
    display: inline-flex;
    max-width: 100%;
    min-width: 0;
    font-family: var(--mono);
    font-size: var(--s13);
    vertical-align: middle;
  }
  .type > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .type > span:last-child {
    flex: none;
    max-width: 100%;
  }
  .type .stem {
    flex: 0 1 auto;
    color: var(--muted);
  }
  /* A letter and the dots, never a part of one. */
  .type .stem:not(:empty) {
    min-width: 2ch;
  }
  .type .stem:not(:empty) + span {
    max-width: calc(100% - 2ch);
  }
  @media print {
    .type {
      display: inline;
      overflow-wrap: anywhere;
    }
    .type > span {
      white-space: normal;
    }
  }
`;

export function errorType(name: string) {
  const at = name.lastIndexOf(':') + 1;
  return html`<span class="type" title=${name}><span class="stem">${name.slice(0, at)}</span><span>${name.slice(at)}</span></span>`;
}

/** A name of code that may go on in the next line, after its signs and not within its words. */
export const breaking = (name: string) =>
  name.split(/(?<=[:_.])/).map((part, i) => (i === 0 ? part : html`<wbr />${part}`));
