/**
 * The bytes of a snappy block, in which Prometheus takes its remote writes: literals, and copies of
 * what came before (google/snappy, format_description.txt).
 */
export function fromSnappyBlock(block: Buffer): Buffer {
  let [length, at] = lengthAhead(block);
  const bytes = Buffer.alloc(length);
  let end = 0;
  while (at < block.length) {
    const tag = block.readUInt8(at);
    const high = tag >> 2;
    at += 1;
    if ((tag & 3) === 0) {
      const more = Math.max(0, high - 59);
      length = 1 + (more === 0 ? high : block.readUIntLE(at, more));
      at += more;
      end += block.copy(bytes, end, at, at + length);
      at += length;
      continue;
    }
    const width = [0, 1, 2, 4][tag & 3] ?? 0;
    const low = block.readUIntLE(at, width);
    const back = width === 1 ? ((tag >> 5) << 8) | low : low;
    at += width;
    length = width === 1 ? 4 + (high & 7) : 1 + high;
    // A copy may overlap what it makes.
    for (const stop = end + length; end < stop; end += 1) bytes[end] = bytes.readUInt8(end - back);
  }
  return bytes.subarray(0, end);
}

/** The length that a block begins with, seven bits a byte, and where it ends. */
function lengthAhead(block: Buffer): [length: number, at: number] {
  let length = 0;
  for (let at = 0; ; at += 1) {
    const byte = block.readUInt8(at);
    length += (byte & 127) * 2 ** (7 * at);
    if (byte < 128) return [length, at + 1];
  }
}
