// What splitting needs of the binary format of WebAssembly: sections, data segments, and the constants in code.

export const SECTION = { import: 2, code: 10, data: 11 };

/** Reads numbers and parts, one behind the other. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  unsigned() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  signed() {
    let value = 0n;
    for (let shift = 0n; ; ) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      shift += 7n;
      if (byte < 128) return byte & 64 ? value - (1n << shift) : value;
    }
  }

  take(count) {
    return this.bytes.subarray(this.at, (this.at += count));
  }

  text() {
    return new TextDecoder().decode(this.take(this.unsigned()));
  }
}

export function unsigned(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** Of an address below 2^31. */
function signed(value) {
  const bytes = [];
  for (; value > 63; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** All sections: [{id, body}]. */
export function sectionsOf(module) {
  const reader = new Reader(module, 8);
  const sections = [];
  while (reader.at < module.length) {
    const id = reader.byte();
    sections.push({ id, body: reader.take(reader.unsigned()) });
  }
  return sections;
}

export function moduleOf(sections) {
  const parts = [Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)];
  for (const { id, body } of sections) parts.push(Uint8Array.of(id, ...unsigned(body.length)), body);
  return Buffer.concat(parts);
}

/** The active segments of a data section: [{at, bytes}], in the order of their addresses. */
export function segmentsOf(body) {
  const reader = new Reader(body);
  const segments = Array.from({ length: reader.unsigned() }, () => {
    if (reader.byte() !== 0 || reader.byte() !== 0x41) throw new Error('a segment that is not active');
    const at = Number(reader.signed());
    if (reader.byte() !== 0x0b) throw new Error('a segment whose address is no constant');
    return { at, bytes: reader.take(reader.unsigned()) };
  });
  return segments.sort((a, b) => a.at - b.at);
}

export function dataSection(segments) {
  const parts = [Uint8Array.from(unsigned(segments.length))];
  for (const { at, bytes } of segments)
    parts.push(Uint8Array.of(0, 0x41, ...signed(at), 0x0b, ...unsigned(bytes.length)), bytes);
  return { id: SECTION.data, body: Buffer.concat(parts) };
}

/** What follows an instruction: so many indices, or an alignment and an offset. */
const NOTHING = 0;
const INDEX = 1;
const TWO_INDICES = 2;
const MEMORY = 3;

function operandsOf(opcode) {
  if (opcode >= 0x28 && opcode <= 0x3e) return MEMORY;
  if (opcode === 0x11) return TWO_INDICES;
  const indexed = [0x0c, 0x0d, 0x10, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0xd2];
  return indexed.includes(opcode) ? INDEX : NOTHING;
}

const isPlain = (opcode) =>
  opcode <= 0x01 || opcode === 0x05 || opcode === 0x0b || opcode === 0x0f || opcode === 0x1a || opcode === 0x1b ||
  (opcode >= 0x45 && opcode <= 0xc4);

function skipPrefixed(reader) {
  const operation = reader.unsigned();
  if (operation > 11) throw new Error(`instruction 0xfc ${operation} is not known here`);
  const indices = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1][operation];
  for (let i = 0; i < indices; i++) reader.unsigned();
}

/** Calls `found` with every number in the code that can be an address: constants, halves of long ones, offsets. */
export function constantsOf(body, found) {
  const reader = new Reader(body);
  for (let count = reader.unsigned(); count > 0; count--) {
    const end = reader.unsigned() + reader.at;
    for (let locals = reader.unsigned(); locals > 0; locals--) {
      reader.unsigned();
      reader.byte();
    }
    while (reader.at < end) instruction(reader, found);
  }
}

function instruction(reader, found) {
  const opcode = reader.byte();
  if (opcode === 0x41) found(Number(reader.signed()) >>> 0);
  else if (opcode === 0x42) {
    const value = BigInt.asUintN(64, reader.signed());
    found(Number(value & 0xffffffffn));
    found(Number(value >> 32n));
  } else if (opcode === 0x43) reader.at += 4;
  else if (opcode === 0x44) reader.at += 8;
  else if (opcode >= 0x02 && opcode <= 0x04) reader.signed();
  else if (opcode === 0x0e) for (let targets = reader.unsigned(); targets >= 0; targets--) reader.unsigned();
  else if (opcode === 0xfc) skipPrefixed(reader);
  else if (operandsOf(opcode) === MEMORY) {
    reader.unsigned();
    found(reader.unsigned());
  } else if (operandsOf(opcode) !== NOTHING) {
    for (let i = operandsOf(opcode); i > 0; i--) reader.unsigned();
  } else if (!isPlain(opcode)) throw new Error(`instruction 0x${opcode.toString(16)} is not known here`);
}
