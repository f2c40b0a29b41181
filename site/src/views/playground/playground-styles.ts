// How the playground looks: setup above, calls beside the state, below each other on a narrow page.
import { css } from 'lit';

export const playgroundStyles = css`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    height: 100%;
    min-height: 0;
  }
  .setup {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 12px 16px;
    border-bottom: 1px solid var(--line);
  }
  .setup select {
    max-width: 56ch;
  }
  .classes {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .classes button {
    color: var(--ink);
    font-family: var(--mono);
    font-size: var(--s13);
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    min-height: 0;
  }
  .console {
    display: flex;
    flex-direction: column;
    min-height: 0;
    border-right: 1px solid var(--line);
  }
  .history {
    flex: 1;
    min-height: 0;
    overflow: auto;
  }
  .history li {
    border-bottom: 1px solid var(--line);
  }
  .history button {
    display: grid;
    grid-template-columns: 2ch minmax(0, 1fr);
    gap: 2px 8px;
    justify-content: stretch;
    width: 100%;
    padding: 8px 16px;
    border: 0;
    border-radius: 0;
    background: none;
    color: var(--ink);
    text-align: left;
    white-space: normal;
    font-family: var(--mono);
    font-size: var(--s13);
    overflow-wrap: anywhere;
  }
  .history button:hover {
    background: var(--hover);
  }
  .history button[aria-pressed='true'] {
    background: var(--selected);
    box-shadow: inset 2px 0 var(--accent);
  }
  .history .call {
    font-weight: 600;
  }
  .history .result {
    grid-column: 2;
    color: var(--muted);
    white-space: pre-wrap;
    max-height: 260px;
    overflow: auto;
  }
  .history .result.fail {
    color: var(--fail);
  }
  .input {
    padding: 8px 16px 4px;
    border-top: 1px solid var(--line);
  }
  .side {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .tabs {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding: 8px 16px;
    border-bottom: 1px solid var(--line);
  }
  .panel {
    flex: 1;
    min-height: 0;
    overflow: auto;
    padding: 8px 16px 32px;
  }
  .legend {
    padding-bottom: 8px;
  }
  .doc {
    padding: 8px 0;
    border-bottom: 1px solid var(--line);
  }
  .doc button {
    font-family: var(--mono);
    font-size: var(--s13);
    white-space: normal;
    text-align: left;
    text-decoration: none;
  }
  .doc button:hover {
    text-decoration: underline;
  }
  h2 {
    padding: 12px 0 0;
  }
  /* One line of classes, so that calls are in view. */
  @media (max-width: 600px) {
    .classes {
      flex-wrap: nowrap;
      overflow-x: auto;
      max-width: 100%;
      padding: 2px;
    }
    .classes button {
      flex: none;
    }
  }
  @media (max-width: 900px) {
    :host {
      display: block;
      height: auto;
    }
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    .console {
      border-right: 0;
      border-bottom: 1px solid var(--line);
    }
    .history {
      max-height: 50vh;
      min-height: 120px;
    }
    .side {
      min-height: 320px;
    }
    .setup label {
      display: grid;
      gap: 4px;
    }
    .setup select {
      max-width: 100%;
    }
  }
`;
