import type { Socket } from 'node:net';

/** Bytes that are kept: more than are shown, so that a key is found whole before it is cut. */
const KEPT_BYTES = 1024;

/** The first bytes that come over a connection. */
export class FirstBytes {
  #kept: Buffer = Buffer.alloc(0);

  get bytes(): Buffer {
    return this.#kept;
  }

  take(piece: Buffer): void {
    if (this.#kept.length >= KEPT_BYTES) return;
    const room = KEPT_BYTES - this.#kept.length;
    this.#kept = Buffer.concat([this.#kept, piece.subarray(0, room)]);
  }

  /** Takes what a client reads from this socket: undici reads with `read` only. */
  watch(socket: Socket): void {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const piece: unknown = read(size);
      if (Buffer.isBuffer(piece)) this.take(piece);
      return piece;
    };
  }
}
