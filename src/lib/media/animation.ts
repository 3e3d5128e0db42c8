/** Whether a GIF moves. */

const extension = 0x21;
const picture = 0x2c;

/** Bytes of the colour table that flags announce. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** True for a GIF of more than one picture, as far as it can be read. */
export function isAnimated(gif: Uint8Array): boolean {
  const byte = (at: number) => gif[at] ?? 0;
  const behindBlocks = (from: number) => {
    let at = from;
    while (byte(at) !== 0) at += byte(at) + 1;
    return at + 1;
  };
  let pictures = 0;
  for (let at = 13 + tableBytes(byte(10)); ; ) {
    if (byte(at) === extension) at = behindBlocks(at + 2);
    else if (byte(at) === picture && pictures === 0) {
      pictures++;
      at = behindBlocks(at + 11 + tableBytes(byte(at + 9)));
    } else return byte(at) === picture;
  }
}
