// A plain file server of a few folders on a free port of this machine.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};
// What the module promises to get by with.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

/**
 * @param {Record<string, string>} folders path in addresses ("/bfclx/") to folder
 * @returns {Promise<{origin: string, close: () => void}>}
 */
export function serve(folders) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const [prefix, folder] = Object.entries(folders).find(([start]) => path.startsWith(start)) ?? [];
    const file = prefix ? join(folder, path.slice(prefix.length)) : '';
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' };
    if (path.endsWith('ours.html')) headers['content-security-policy'] = POLICY;
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const origin = `http://127.0.0.1:${server.address().port}`;
      resolve({ origin, close: () => server.close() });
    });
  });
}
