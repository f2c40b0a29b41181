// Limits the unpacked size of compressed input, like the program (tools/bfclx/input/unpack_budget.h): 50 times its
// size or 4 MiB, and one mark of JSON in 16 bytes of that. Plain files have no such limit.

export const UNPACK_RATIO = 50;
export const UNPACK_FLOOR = 4 << 20;
const BYTES_PER_MARK = 16;

/** Thrown with the reason, which is shown to people. */
export class TooLarge extends Error {}

const MARKS = new Uint8Array(256);
for (const mark of '[{,:') MARKS[mark.charCodeAt(0)] = 1;

/** One for everything that a file holds: members, and what is packed inside members. */
export class UnpackBudget {
  private readonly whole: number;
  private left: number;
  private marks: number;

  constructor(
    packed: number,
    private readonly most: number,
  ) {
    this.whole = Math.min(most, Math.max(UNPACK_FLOOR, packed * UNPACK_RATIO));
    this.left = this.whole;
    this.marks = Math.floor(this.whole / BYTES_PER_MARK);
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
      `unpacks to more than ${this.whole} bytes${ratio}; if you trust it, unpack it and drop the plain files`,
    );
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
