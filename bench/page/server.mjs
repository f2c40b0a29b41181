// The built site as a good static host has it: packed with brotli, at a limited speed that all
// connections share. Counts what it sent.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const PIECE = 4096;

/** Bytes go out one after the other, `rate` a second; 0: as fast as they come. */
class Line {
  constructor(rate) {
    this.rate = rate;
    this.free = 0;
  }
  /** Resolves when so many bytes have gone through. */
  async pass(bytes) {
    if (this.rate === 0) return;
    const now = performance.now();
    this.free = Math.max(now, this.free) + (bytes / this.rate) * 1000;
    const wait = this.free - now;
    if (wait > 1) await new Promise((done) => setTimeout(done, wait));
  }
}

/** Packed once for all servers. */
const packed = new Map();

/** `rate`: bytes a second; `latency`: milliseconds before each answer. `sent` are {path, bytes, at} in order. */
export async function serve(folder, { rate = 0, latency = 0 } = {}) {
  const line = new Line(rate);
  const quality = rate > 0 ? 11 : 3;
  const sent = [];
  const pack = (file) => {
    const key = `${quality} ${file}`;
    let body = packed.get(key);
    if (!body) {
      body = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 22 } });
      packed.set(key, body);
    }
    return body;
  };
  const server = createServer(async (request, response) => {
    let file = join(folder, normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) return response.writeHead(404).end();
    const body = pack(file);
    if (latency > 0) await new Promise((done) => setTimeout(done, latency));
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Content-Encoding': 'br', 'Cache-Control': 'max-age=600', 'Content-Length': body.length });
    for (let at = 0; at < body.length && !response.destroyed; at += PIECE) {
      const piece = body.subarray(at, at + PIECE);
      await line.pass(piece.length);
      response.write(piece);
    }
    response.end();
    sent.push({ path: file.slice(folder.length + 1), bytes: body.length, at: performance.now() });
  });
  // Packing takes a while: before, not while it is measured.
  const warm = (paths) => paths.forEach((path) => existsSync(join(folder, path)) && pack(join(folder, path)));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, sent, warm, close: () => server.close() };
}
