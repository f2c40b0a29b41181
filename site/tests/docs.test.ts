// The link to the documentation: the folder that the build names is the one where the Pages workflow puts it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docs, readDocs } from '../build-tools/docs.ts';

const tags = (text: string, path = '/index.html') => {
  const { transformIndexHtml } = docs(text) as unknown as {
    transformIndexHtml: (html: string, context: { path: string }) => unknown;
  };
  return transformIndexHtml('', { path });
};

describe('the documentation', () => {
  it('is named in the head of the page alone, and only where the build has it', () => {
    const link = { tag: 'link', attrs: { rel: 'help', href: './docs/' }, injectTo: 'head' };
    expect(tags('docs/')).toEqual([link]);
    expect(tags('docs/', '/embed.html')).toEqual([]);
    expect(tags('')).toEqual([]);
  });

  it('is a folder below the site', () => {
    for (const text of ['docs', '/docs/', '../docs/', 'https://x.example/'])
      expect(() => readDocs(text)).toThrow('no relative folder');
  });

  it('lies where the workflow of the pages writes it', () => {
    const workflow = readFileSync(
      new URL('../../.github/workflows/pages.yml', import.meta.url),
      'utf8',
    );
    const [, named] = /BFCLX_DOCS: (\S+)/.exec(workflow) ?? [];
    expect(workflow).toContain(`tools/docs --to site/dist/${named?.replace(/\/$/, '')}`);
  });
});
