// The conformance set of our own making through the module: the official verdict of every response, as own_test.py asks
// it of the program. A bare clone is enough.
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import test from 'node:test';

import { DECODERS, RESPONSES, expectedOf, oursOf, ownDataset, ownExpected, ownFiles } from './own-set.mjs';
import { bfclx, linesOf, withResults } from './support.mjs';

/** What the module says of every response, by run and id. */
async function verdicts() {
  const scorer = await bfclx.loadScorer();
  scorer.openDataset(ownDataset());
  const ours = new Map();
  for (const { run, file, settings } of ownFiles()) {
    const found = withResults(scorer, file, ({ handle }) => scorer.score(handle, settings).lines);
    for (const verdict of linesOf(found)) ours.set(`${run} ${verdict.id}`, verdict);
  }
  assert.equal(ours.size, RESPONSES);
  return ours;
}

function agree(ours) {
  let agreed = 0;
  for (const line of ownExpected()) {
    const verdict = ours.get(`${line.run} ${line.id}`);
    if (!verdict) continue;
    assert.deepEqual(oursOf(verdict), expectedOf(line), `${line.run} ${line.id}`);
    agreed += 1;
  }
  assert.equal(agreed, ours.size);
}

test('the official verdicts', async (t) => {
  const ours = await verdicts();
  agree(ours);
  t.diagnostic(`${ours.size} verdicts of ${DECODERS} decoders`);
});
