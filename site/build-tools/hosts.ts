// Pages that the site is built for: BFCLX_HOSTS="https://board.example https://other.example". What they send is used
// without a question, and `_headers` lets them alone put embed.html into a frame. Without it any page may, and is asked
// about.
import type { Plugin } from 'vite';

/** Origins, each written as browsers write them; what is none stops the build. */
export function readHosts(text: string): string[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => {
      const url = URL.canParse(one) ? new URL(one) : null;
      if (!url || !/^https?:\/\/[\w.:[\]-]+$/.test(url.origin) || url.href !== `${url.origin}/`) {
        throw new Error(`BFCLX_HOSTS: ${one} is no origin like https://board.example`);
      }
      return url.origin;
    });
}

/** The headers of embed.html, also by the address without an ending that some servers give it, to be put behind the others. */
export const frameHeaders = (hosts: readonly string[]): string =>
  hosts.length > 0
    ? ['/embed.html', '/embed']
        .map(
          (path) =>
            `${path}\n  Content-Security-Policy: frame-ancestors 'self' ${hosts.join(' ')}\n`,
        )
        .join('')
    : '';

export function hosts(text: string): Plugin {
  const origins = readHosts(text);
  return {
    name: 'bfclx-hosts',
    config: () => ({ define: { __BFCLX_HOSTS__: JSON.stringify(origins) } }),
    async writeBundle({ dir = '.' }) {
      if (origins.length === 0) return;
      const { appendFile } = await import('node:fs/promises');
      await appendFile(`${dir}/_headers`, frameHeaders(origins));
    },
  };
}
