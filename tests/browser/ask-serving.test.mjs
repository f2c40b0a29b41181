// The tab asks llama.cpp's own server with a tiny model (tests/serving, put there by tools/get-serving). Skipped, loudly,
// where that is not there.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT, setUp, words } from './support.mjs';

const PYTHON = join(ROOT, 'build/serving/bin/python');
const SERVING = join(ROOT, 'tests/serving');
const skip = existsSync(PYTHON) ? false : `SKIPPED: no real server is asked, ${PYTHON} is not there (tools/get-serving)`;
if (skip) console.error(`tests/browser/ask-serving: ${skip}`);

const CALL = '<tool_call>{"name": "harbour_tide_table", "arguments": {"harbour": "Whitby", "date": "2026-05-03"}}</tool_call>';
const GARDEN = '<tool_call>{"name": "cd", "arguments": {"folder": "garden"}}</tool_call>';

const freePort = () => new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address();
    probe.close(() => resolve(port));
  });
});

async function serve(folder, name, answer) {
  const model = join(folder, `${name}.gguf`);
  execFileSync(PYTHON, ['-c', `import sys; from tiny_model import write_model; write_model(sys.argv[1], {"<|assistant|>": sys.argv[2], "<|done|>": "It is done."}, context=8192)`, model, answer], { cwd: SERVING });
  const port = await freePort();
  const child = spawn(PYTHON, [join(SERVING, 'llama_server.py'), model, String(port), '--context', '8192', '--slots', '1'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/v1`;
  for (let i = 0; i < 600; i++) {
    if (await fetch(`${url}/models`).then(({ ok }) => ok, () => false)) break;
    if (child.exitCode !== null) throw new Error('llama.cpp\'s server has ended');
    await new Promise((next) => setTimeout(next, 100));
  }
  return { origin: `http://127.0.0.1:${port}`, url, close: () => child.kill('SIGKILL') };
}

let folder;
const servers = [];
before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'bfclx-tiny-'));
  servers.push(await serve(folder, 'tiny', CALL), await serve(folder, 'garden', GARDEN));
});
after(() => folder && rmSync(folder, { recursive: true, force: true }));
const { on } = setUp(() => servers);

async function ask(page, server, category) {
  await page.getByLabel('Endpoint').fill(server.url);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.locator('bx-ask .says', { hasText: /\/v1 responds \(llamacpp\)/ }).waitFor();
  await page.locator('bx-ask .categories > summary').click();
  for (const none of await page.locator('bx-ask .categories').getByRole('button', { name: 'none' }).all()) await none.click();
  await page.locator('bx-ask .categories').getByLabel(category, { exact: true }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('bx-ask-card').getByText('done', { exact: true }).waitFor({ timeout: 120_000 });
  return words(page.locator('bx-ask-card'));
}

test('llama.cpp: chat with tools, scored as the answers come', { skip }, () =>
  on('#ask', async (page) => assert.match(await ask(page, servers[0], 'simple_python'), /1 of 5 passed ?· 5 of 5 with a response/)));

test('llama.cpp: an episode with results of tools', { skip }, () =>
  on('#ask', async (page) => {
    assert.match(await ask(page, servers[1], 'multi_turn_base'), /3 of 3 with a response/);
    await page.locator('bx-ask-card h2 a').click();
    await page.locator('bx-table .body .row', { hasText: 'multi_turn_base_90000' }).click();
    await page.locator('bx-entry-detail').getByRole('tab', { name: 'Conversation' }).click();
    await page.locator('bx-conversation').getByText('From the inference log').waitFor();
    assert.match(await words(page.locator('bx-conversation')), /current_working_directory.*It is done\./);
  }));
