import { appendFileSync, closeSync, fstatSync, openSync } from 'node:fs';
import { encodeFrame } from '../../exchange/frames.ts';
import { CHECKSUM_BYTES, checksumAt, FrameReader, readAt } from './frame-reader.ts';

/** So that the last frame of a section always has one length. */
const DIGITS = 15;

/** A section that can be added to a recording after its end: frames, and a tail that states their bytes. */
export class Section {
  readonly #type: number;
  readonly #member: string;
  readonly #about: string;
  readonly #emptyTail: Buffer;

  /**
   * @param type of the frame of the tail
   * @param member of its header, which has the length
   * @param about see `FramePlace`
   */
  constructor(type: number, member: string, about: string) {
    this.#type = type;
    this.#member = member;
    this.#about = about;
    this.#emptyTail = this.#tail(0);
  }

  /** Adds frames, some at a time, and the tail to what the file has, also where that ends inside a frame. */
  append(path: string, frames: Iterable<readonly Buffer[]>): void {
    const file = openSync(path, 'r');
    const checksum = checksumAt(file, fstatSync(file).size);
    closeSync(file);
    let sectionBytes = 0;
    for (const some of frames) {
      const sealed = Buffer.concat(some.map((frame) => checksum.seal(frame)));
      appendFileSync(path, sealed);
      sectionBytes += sealed.length;
    }
    appendFileSync(path, checksum.seal(this.#tail(sectionBytes)));
  }

  /** The frames of the section whose tail ends here; undefined without a valid tail. */
  endingAt(file: number, endOfTail: number): FrameReader | undefined {
    const tailBytes = this.#emptyTail.length + CHECKSUM_BYTES;
    if (endOfTail < CHECKSUM_BYTES + tailBytes) return undefined;
    const end = endOfTail - tailBytes;
    const tail = readAt(file, end, tailBytes);
    const frame = tail.subarray(0, this.#emptyTail.length);
    if (!checksumAt(file, end).accepts(frame, tail.readUInt32LE(frame.length))) return undefined;
    const begins = frame.length - DIGITS - '"}'.length;
    if (!frame.subarray(0, begins).equals(this.#emptyTail.subarray(0, begins))) return undefined;
    const length = Number(frame.toString('latin1', begins, begins + DIGITS));
    const isPossible =
      Number.isSafeInteger(length) && length >= 0 && end - length >= CHECKSUM_BYTES;
    if (!isPossible) return undefined;
    return new FrameReader(file, { start: end - length, end, about: this.#about });
  }

  #tail(sectionBytes: number): Buffer {
    const length = String(sectionBytes).padStart(DIGITS, '0');
    return encodeFrame(this.#type, { [this.#member]: length });
  }
}
