// Moves data that only deferred code reads into the deferred part. wasm-split leaves all data in the primary part.
//
// An object of read-only data stays where it is if a constant in the primary's code, or data that stays, can be an address
// in it. What is left can be reached by deferred code alone, which runs when its data is there. An address may
// also lie before its object, or at its end (reaches.mjs).
import { SECTION, constantsOf, dataSection, moduleOf, sectionsOf, segmentsOf } from './binary.mjs';

/**
 * How many bytes may lie between segments that become one. The head of a segment packs badly, so the whole package is
 * smallest with more of them in the deferred part, which repeats data of the primary one; measured.
 */
const MOST_BETWEEN = { stays: 12, goes: 48 };

/** Of objects that link-time optimization made; of others it is not known how code addresses them. */
const OPTIMIZED = /^lto[.]tmp:/;

/** Objects of read-only data by the linker's map: [{at, end, low, high}], in order. Strings of the pool are objects of their own. */
function objectsOf(map, memory, reach) {
  const objects = [];
  let inside = false;
  let isOptimized = false;
  for (const line of map.split('\n')) {
    const [, hex, size, indent, name] = /^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) ( *)(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      inside = false;
      continue;
    }
    const at = parseInt(hex, 16);
    const end = at + parseInt(size, 16);
    if (indent === '') inside = name === '.rodata';
    else if (!inside) continue;
    else if (name === '<internal>:(.rodata)') objects.push(...stringsOf(memory, at, end));
    else if (indent.length <= 8) isOptimized = OPTIMIZED.test(name);
    else if (isOptimized && end > at && reach.has(name)) {
      const { low, high, pointers } = reach.get(name);
      objects.push({ at, end, low: at + low, high: at + high, pointers });
    }
  }
  return objects.sort((a, b) => a.at - b.at);
}

/** The pool of strings, each with the zero behind it. */
function stringsOf(memory, at, end) {
  const strings = [];
  for (let start = at; start < end; ) {
    const zero = memory.indexOf(0, start);
    const next = zero < 0 || zero >= end ? end : zero + 1;
    strings.push({ at: start, end: next, low: start, high: start, pointers: [] });
    start = next;
  }
  return strings;
}

function imageOf(segments) {
  const last = segments.at(-1);
  const image = new Uint8Array(last.at + last.bytes.length);
  for (const { at, bytes } of segments) image.set(bytes, at);
  return image;
}

/** Index of the last object that begins at or before an address; -1 if none does. */
function indexAt(objects, address) {
  let low = 0;
  let high = objects.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (objects[middle].at <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

class Pins {
  constructor(objects, image) {
    this.objects = objects;
    this.outside = objects.filter(({ at, end, low, high }) => low < at || high >= end);
    this.image = new DataView(image.buffer, image.byteOffset, image.length);
    this.left = [];
  }

  /** What an address can be of. */
  address(address) {
    const object = this.objects[indexAt(this.objects, address)];
    if (object && address <= object.end) this.pin(object);
    for (const one of this.outside) if (one.low <= address && address <= Math.max(one.high, one.end)) this.pin(one);
  }

  pin(object) {
    if (object.stays) return;
    object.stays = true;
    this.left.push(object);
  }

  words(at, end) {
    for (let word = (at + 3) & ~3; word + 4 <= Math.min(end, this.image.byteLength); word += 4)
      this.address(this.image.getUint32(word, true));
  }

  follow() {
    for (let object = this.left.pop(); object; object = this.left.pop())
      for (const place of object.pointers) this.address(this.image.getUint32(object.at + place, true));
  }
}

/** Cuts segments into those within and those outside of the objects, without the zeros at their ends. */
function deal(segments, moved) {
  const parts = { stays: [], goes: [] };
  const add = (list, at, bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    if (start < 0) return;
    const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
    list.push({ at: at + start, bytes: bytes.subarray(start, end) });
  };
  for (const { at, bytes } of segments) {
    const end = at + bytes.length;
    let from = at;
    for (let i = Math.max(0, indexAt(moved, at)); i < moved.length && moved[i].at < end; i++) {
      const start = Math.max(from, moved[i].at);
      const stop = Math.min(end, moved[i].end);
      if (stop <= start) continue;
      add(parts.stays, from, bytes.subarray(from - at, start - at));
      add(parts.goes, start, bytes.subarray(start - at, stop - at));
      from = stop;
    }
    add(parts.stays, from, bytes.subarray(from - at));
  }
  return parts;
}

/** Neighbours with few bytes between them become one, which takes fewer bytes; what lies between is read-only too. */
function joined(segments, image, most) {
  const all = [];
  for (const { at, bytes } of segments) {
    const last = all.at(-1);
    const gap = last ? at - last.at - last.bytes.length : Infinity;
    if (gap > most) all.push({ at, bytes });
    else last.bytes = image.subarray(last.at, at + bytes.length);
  }
  return all;
}

/**
 * The two parts with their data. `map`: of the linker; `reach`: of objects, by name.
 * @returns {{primary: Uint8Array, deferred: Uint8Array, moved: number}} the last in bytes
 */
export function moveData(primary, deferred, map, reach) {
  const sections = sectionsOf(primary);
  const data = sections.find(({ id }) => id === SECTION.data);
  const segments = segmentsOf(data.body);
  const image = imageOf(segments);
  const objects = objectsOf(map, image, reach);
  if (objects.length === 0) throw new Error('the map of the linker names no read-only data');
  const pins = new Pins(objects, image);
  constantsOf(sections.find(({ id }) => id === SECTION.code).body, (value) => pins.address(value));
  // All that is no object of the map: variables, and what begins before the first object.
  for (let i = 0, at = 0; i <= objects.length; i++) {
    const next = objects[i]?.at ?? image.length;
    pins.words(at, next);
    at = Math.max(at, objects[i]?.end ?? at);
  }
  pins.follow();
  const moved = objects.filter(({ stays }) => !stays);
  const parts = deal(segments, moved);
  data.body = dataSection(joined(parts.stays, image, MOST_BETWEEN.stays)).body;
  const others = sectionsOf(deferred);
  if (others.some(({ id }) => id === SECTION.data)) throw new Error('the deferred part has data already');
  return {
    primary: moduleOf(sections),
    deferred: moduleOf([...others, dataSection(joined(parts.goes, image, MOST_BETWEEN.goes))]),
    moved: parts.goes.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}
