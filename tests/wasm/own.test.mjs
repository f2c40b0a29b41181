// The conformance set of our own making through the module: the official verdict of every response, as own_test.py asks
// it of the program. A bare clone is enough.
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import test from 'node:test';

import { DECODERS, RESPONSES, expectedOf, oursOf, ownDataset, ownExpected, ownFiles } from './own-set.mjs';
import { bfclx, linesOf, withResults } from './support.mjs';

/** What a module says of every response, by run and id; of what it refuses, the kind of its error. */
async function verdictsOf(load) {
  const start = async () => {
    const scorer = await load();
    scorer.openDataset(ownDataset());
    return scorer;
  };
  let scorer = await start();
  const ours = new Map();
  const refused = new Map();
  for (const { run, file, settings } of ownFiles()) {
    // One by one: what refuses one response refuses all that follow.
    const ids = linesOf(file.bytes).map(({ id }) => id);
    for (const [i, id] of ids.entries()) {
      try {
        const found = withResults(scorer, file, ({ handle }) => scorer.score(handle, settings, i, 1).lines);
        for (const verdict of linesOf(found)) ours.set(`${run} ${verdict.id}`, verdict);
      } catch (error) {
        refused.set(`${run} ${id}`, error.kind);
        scorer = await start();
      }
    }
  }
  assert.equal(ours.size + refused.size, RESPONSES);
  return { ours, refused };
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

test('the full module gives the official verdicts', async (t) => {
  const { ours, refused } = await verdictsOf(() => bfclx.loadScorer({ full: true }));
  assert.equal(refused.size, 0);
  agree(ours);
  t.diagnostic(`${ours.size} verdicts of ${DECODERS} decoders`);
});

test('the lean module gives the official verdicts, or says that it lacks something', async (t) => {
  const { ours, refused } = await verdictsOf(() => bfclx.loadScorer({ lean: true }));
  agree(ours);
  assert.ok(ours.size > 500, `${ours.size} verdicts`);
  const count = (wanted) => [...refused.values()].filter((kind) => kind === wanted).length;
  assert.equal(count('core') + count('full'), refused.size);
  t.diagnostic(`${ours.size} verdicts; ${count('core')} need the small module, ${count('full')} the full one`);
});
