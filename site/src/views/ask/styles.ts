// What Ask looks like: a form of labelled fields in rows, cards of what was asked.
import { css } from 'lit';

export const askStyles = css`
  form {
    display: grid;
    gap: 12px;
    padding-top: 16px;
    border-top: 1px solid var(--line);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    align-items: end;
  }
  label {
    display: grid;
    gap: 4px;
    flex: 1 1 130px;
    min-width: 0;
    font-size: var(--s13);
    color: var(--muted);
  }
  label.wide {
    flex: 3 1 280px;
  }
  label input,
  label select,
  label textarea {
    width: 100%;
    min-width: 0;
    box-sizing: border-box;
    font-size: var(--s14);
  }
  label select,
  label input:not([type='checkbox']) {
    height: var(--control);
    color: var(--ink);
  }
  label textarea {
    font-family: var(--mono);
    padding: 8px;
  }
  .says {
    min-height: 1.45em;
    overflow-wrap: anywhere;
  }
  summary {
    cursor: pointer;
    color: var(--accent);
    min-height: 24px;
  }
  fieldset {
    border: 0;
    margin: 8px 0 0;
    padding: 0;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(240px, 1fr));
    gap: 2px 16px;
  }
  legend {
    padding: 0 0 4px;
    color: var(--muted);
    font-size: var(--s13);
  }
  label.check {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    color: var(--ink);
  }
  label.check input {
    width: 16px;
    height: 16px;
    flex: none;
  }
`;
