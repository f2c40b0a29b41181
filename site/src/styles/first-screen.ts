// Views that begin with a form: one column in the middle, a heading and a line below it.
import { css } from 'lit';

export const firstScreen = css`
  :host {
    display: block;
  }
  .page {
    max-width: 920px;
    margin: 0 auto;
    padding: 40px 16px 64px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
  }
  .lead {
    color: var(--muted);
    margin-top: 4px;
  }
  h1 {
    text-wrap: balance;
  }
  @media (max-width: 600px) {
    .page {
      padding-top: 20px;
    }
  }
`;
