// Modification dates of the files in a zip, from its directory. fflate does not return them.

const END = 0x06054b50;
const MEMBER = 0x02014b50;
/** Behind the end of the directory there is a comment of at most 64 KB. */
const MOST_BEHIND = 22 + 0xffff;
/** What tools write that tell no date. */
const NO_YEAR = 1980;

/** By name; without those whose date is not told. Local time, as zip has no other. */
export function datesInZip(bytes: Uint8Array): Map<string, number> {
  const dates = new Map<string, number>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end >= bytes.length - MOST_BEHIND && view.getUint32(end, true) !== END)
    end -= 1;
  if (end < 0 || end < bytes.length - MOST_BEHIND) return dates;
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === MEMBER) {
    const [time, day] = [view.getUint16(at + 12, true), view.getUint16(at + 14, true)];
    const size = view.getUint16(at + 28, true);
    const year = NO_YEAR + (day >> 9);
    const date = new Date(year, ((day >> 5) & 15) - 1, day & 31, time >> 11, (time >> 5) & 63);
    if (year > NO_YEAR)
      dates.set(decoder.decode(bytes.subarray(at + 46, at + 46 + size)), date.getTime());
    at += 46 + size + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return dates;
}
