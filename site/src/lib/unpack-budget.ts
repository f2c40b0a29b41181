// Limits the unpacked size of compressed input, like the program (tools/bfclx/input/unpack_budget.h): 50 times its
// size or 48 MiB, one mark of JSON in 16 bytes of that, and 16 KiB for every file. Plain files have no such limit.

import { count } from './format.ts';

export const UNPACK_RATIO = 50;
export const UNPACK_FLOOR = 48 << 20;
const BYTES_PER_MARK = 16;
const BYTES_PER_MEMBER = 16 << 10;

/** Thrown with the reason, which is shown to people. */
export class TooLarge extends Error {}

const MARKS = new Uint8Array(256);
for (const mark of '[{,:') MARKS[mark.charCodeAt(0)] = 1;

/** One for everything that a file holds: members, and what is packed inside members. */
export class UnpackBudget {
  private readonly whole: number;
  private left: number;
  private marks: number;
  private members: number;

  constructor(
    packed: number,
    private readonly most: number,
  ) {
    this.whole = Math.min(most, Math.max(UNPACK_FLOOR, packed * UNPACK_RATIO));
    this.left = this.whole;
    this.marks = Math.floor(this.whole / BYTES_PER_MARK);
    this.members = Math.floor(this.whole / BYTES_PER_MEMBER);
  }

  get bytesLeft(): number {
    return this.left;
  }

  /** For a size that is declared, before anything is unpacked. */
  check(bytes: number): void {
    if (bytes > this.left) this.refuse();
  }

  refuse(): never {
    const ratio = this.whole < this.most ? `, over ${UNPACK_RATIO} times its size` : '';
    throw new TooLarge(
      `unpacks to more than ${count(this.whole)} bytes${ratio}; if you trust it, unpack it and drop the plain files`,
    );
  }

  /** Pays for a file of an archive: a run may be made of each. */
  payMember(): void {
    this.members -= 1;
    if (this.members < 0) {
      throw new TooLarge(
        'holds too many files for its size; if you trust it, unpack it and drop the plain files',
      );
    }
  }

  /** Pays for what was unpacked. */
  pay(bytes: Uint8Array): void {
    this.check(bytes.length);
    this.left -= bytes.length;
    for (const byte of bytes) this.marks -= MARKS[byte] ?? 0;
    if (this.marks < 0) {
      throw new TooLarge(
        'unpacks to too many JSON values for its size; if you trust it, unpack it and drop the plain files',
      );
    }
  }
}
