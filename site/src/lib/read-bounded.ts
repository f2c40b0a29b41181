// A stream of bytes as one array, up to a limit: what comes from others is read no further than that.

/** All parts of a stream; null once `take`, told the bytes of each, says no: then nothing more of it is read. */
export async function readParts(
  stream: ReadableStream<Uint8Array>,
  take: (bytes: number) => boolean,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    if (!take(value.byteLength)) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}

/** The parts, one behind the other. */
export function together(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Null when it holds more than `limit` bytes; then nothing more of it is read. Rejects as the stream does. */
export async function readBounded(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let size = 0;
  const parts = await readParts(stream, (more) => (size += more) <= limit);
  if (parts === null) return null;
  return together(parts);
}
