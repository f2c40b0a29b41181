// What stands behind one line where it is more than a few.
import { html } from 'lit';

const FEW = 4;

/** `count`: of the lines in `content`, which `summary` says in one. */
export const folded = (count: number, summary: unknown, content: unknown, few = FEW) =>
  count > few ? html`<details><summary>${summary}</summary>${content}</details>` : content;
