import { type Frame, frameAt, frameSize, LENGTH_BYTES } from '../../../exchange/frames.ts';

/** Frames on their way to another thread, each after its id and its place in the order read. */
export interface Batch {
  readonly bytes: ArrayBuffer;
  readonly length: number;
}

export interface PlacedFrame {
  readonly id: number;
  /** Counted from 1 in the order read. */
  readonly place: number;
  readonly frame: Frame;
}

export const BATCH_BYTES = 256 * 1024;
/** Id and place. */
const LABEL_BYTES = 16;
const PRELUDE_BYTES = LENGTH_BYTES + 5;

/** Collects frames until there are enough of them to be worth a message. */
export class OpenBatch {
  readonly #bytes = Buffer.from(new ArrayBuffer(BATCH_BYTES));
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** False when it does not fit. */
  add({ id, place, frame }: PlacedFrame): boolean {
    const size = placedSize(frame);
    if (this.#length + size > this.#bytes.length) return false;
    let at = this.#length;
    at = this.#bytes.writeDoubleLE(id, at);
    at = this.#bytes.writeDoubleLE(place, at);
    at = this.#bytes.writeUInt32LE(size - LABEL_BYTES - LENGTH_BYTES, at);
    at = this.#bytes.writeUInt8(frame.type, at);
    at = this.#bytes.writeUInt32LE(frame.header.length, at);
    at += frame.header.copy(this.#bytes, at);
    frame.body.copy(this.#bytes, at);
    this.#length += size;
    return true;
  }

  /** Hands over the frames; the batch cannot be used afterwards. */
  close(): Batch {
    const { buffer } = this.#bytes;
    if (!(buffer instanceof ArrayBuffer)) throw new TypeError('a batch in shared memory');
    return { bytes: buffer, length: this.#length };
  }
}

export function placedSize({ header, body }: Frame): number {
  return LABEL_BYTES + PRELUDE_BYTES + header.length + body.length;
}

export function* framesIn({ bytes, length }: Batch): Generator<PlacedFrame> {
  const all = Buffer.from(bytes, 0, length);
  let at = 0;
  while (at < length) {
    const frame = at + LABEL_BYTES;
    yield { id: all.readDoubleLE(at), place: all.readDoubleLE(at + 8), frame: frameAt(all, frame) };
    at = frame + frameSize(all, frame);
  }
}
