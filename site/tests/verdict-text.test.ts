import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand, verdictMarkdown } from '../src/lib/verdict-text.ts';

describe('verdictMarkdown', () => {
  const facts = {
    id: 'simple_python_5',
    valid: false,
    error_type: 'value_error:string',
    reason: "mode: 'low' ≠ 'high'",
    run: 'my`run',
    decoder: 'prompting',
    dataset: 'BFCL v4',
    question: 'user: ```\nheat',
    response: "[f(mode='low')]",
    truth: '[]',
  };

  it('has verdict, reason, question, response and ground truth, and nothing in it ends a fence', () => {
    const text = verdictMarkdown(facts);
    expect(text).toMatch(
      /^### `simple_python_5`: failed\n\n`value_error:string`: `mode: 'low' ≠ 'high'`\n/,
    );
    expect(text).toContain('````text\nuser: ```\nheat\n````');
    expect(text).toContain('**Response of `my run`**, decoder `prompting`');
    expect(text).toContain('**Ground truth**\n\n```json\n[]\n```');
  });

  it('leaves out what there is not', () => {
    const text = verdictMarkdown({ ...facts, valid: true, error_type: '', reason: '', truth: '' });
    expect(text).toMatch(/^### `simple_python_5`: passed\n\n\*\*Question/);
    expect(text).not.toContain('Ground truth');
  });
});

describe('curlCommand', () => {
  it('is the request to a shell, whatever stands in it', () => {
    const body = JSON.stringify({ q: 'it\'s $HOME `id` \\ "x"\n' });
    const command = curlCommand('http://localhost:8000/v1/', {
      method: 'POST',
      path: '/chat/completions',
      headers: [['Content-Type', 'application/json']],
      body,
    });
    const shell = `curl() { printf '%s\\0' "$@"; }\n${command}`;
    const given = execFileSync('sh', ['-c', shell], { env: { OPENAI_API_KEY: 'k' } })
      .toString()
      .split('\0');
    expect(given.slice(0, -1)).toEqual([
      '-X',
      'POST',
      'http://localhost:8000/v1/chat/completions',
      '-H',
      'content-type: application/json',
      '-H',
      'authorization: Bearer k',
      '--data-raw',
      body,
    ]);
  });
});
