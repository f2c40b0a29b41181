// How objects of data are addressed, by the object file of link-time optimization: where they hold addresses, and which are
// addressed from outside (`table[c - 'a']` becomes a constant 97 below the table, and a loop has the end of it).
import { Reader, SECTION, sectionsOf } from './binary.mjs';

const DATA = 1;
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;
const SYMBOL_TABLE = 8;
/** Relocations with an addend; those of data are the rest without functions and sections. */
const OF_DATA = new Set([3, 4, 5, 11, 14, 15, 16, 17, 21, 23, 25]);
const OF_OTHERS = new Set([8, 9, 22]);

function customSections(object) {
  const reader = new Reader(object, 8);
  const sections = new Map();
  while (reader.at < object.length) {
    const id = reader.byte();
    const body = new Reader(reader.take(reader.unsigned()));
    if (id === 0) sections.set(body.text(), body);
  }
  return sections;
}

/** Symbols by number; {name, segment, at} of defined data. */
function dataSymbols(linking) {
  linking.unsigned(); // version
  while (linking.at < linking.bytes.length) {
    const kind = linking.byte();
    const part = new Reader(linking.take(linking.unsigned()));
    if (kind === SYMBOL_TABLE) return Array.from({ length: part.unsigned() }, () => symbol(part));
  }
  throw new Error('the object file has no symbols');
}

function symbol(reader) {
  const kind = reader.byte();
  const flags = reader.unsigned();
  const isDefined = (flags & UNDEFINED) === 0;
  if (kind === DATA) {
    const name = reader.text();
    if (!isDefined) return { name };
    const [segment, at] = [reader.unsigned(), reader.unsigned()];
    reader.unsigned(); // size
    return { name, segment, at };
  }
  reader.unsigned();
  const hasName = kind !== 3 && (isDefined || (flags & EXPLICIT_NAME) !== 0);
  if (hasName) reader.text();
  return {};
}

/** Where the bytes of the segments begin in the data section, with the symbol that each holds; each has its own. */
function placesOf(object, symbols) {
  const reader = new Reader(sectionsOf(object).find(({ id }) => id === SECTION.data).body);
  const places = Array.from({ length: reader.unsigned() }, () => {
    reader.unsigned(); // flags
    reader.byte(); // i32.const
    reader.signed();
    reader.byte(); // end
    const size = reader.unsigned();
    const begin = reader.at;
    reader.take(size);
    return { begin, end: begin + size, symbols: [] };
  });
  for (const symbol of symbols) if (symbol.segment !== undefined) places[symbol.segment].symbols.push(symbol);
  for (const { symbols: own } of places) own.sort((a, b) => a.at - b.at);
  return places;
}

/** By name: the lowest and the highest address that code or data has of an object, and where it holds addresses itself. */
export function reaches(object) {
  const sections = customSections(object);
  const symbols = dataSymbols(sections.get('linking'));
  const places = placesOf(object, symbols);
  const found = new Map();
  const of = (name) => {
    if (!found.has(name)) found.set(name, { low: 0, high: 0, pointers: [] });
    return found.get(name);
  };
  for (const { name, segment: own } of symbols) if (own !== undefined) of(name);
  /** Relocations of data come in the order of their places. */
  let segment = 0;
  const holds = (place) => {
    while (places[segment].end <= place) segment++;
    const within = place - places[segment].begin;
    const own = places[segment].symbols;
    const { at: start } = own.findLast(({ at }) => at <= within);
    for (const { name, at } of own) if (at === start) of(name).pointers.push(within - start);
  };
  for (const part of ['reloc.CODE', 'reloc.DATA']) {
    const reader = sections.get(part);
    reader.unsigned(); // section
    for (let count = reader.unsigned(); count > 0; count--) {
      const type = reader.unsigned();
      const place = reader.unsigned();
      const { name } = symbols[reader.unsigned()];
      const addend = OF_DATA.has(type) || OF_OTHERS.has(type) ? Number(reader.signed()) : 0;
      if (!OF_DATA.has(type)) continue;
      const reach = of(name);
      reach.low = Math.min(reach.low, addend);
      reach.high = Math.max(reach.high, addend);
      if (part === 'reloc.DATA') holds(place);
    }
  }
  return found;
}
