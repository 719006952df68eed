import type { Alteration } from '../hooks.ts';
import type { Piece } from '../http/answer.ts';

const LAST = '0;last\r\n\r\n';

/** One chunk (RFC 9112 §7.1), with extensions and a size that begins with zeros. */
function chunk(piece: Piece): Buffer {
  const size = Buffer.byteLength(piece).toString(16).padStart(6, '0').toUpperCase();
  const head = `${size};part="a;b c";x=1\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(piece), Buffer.from('\r\n')]);
}

export const chunkExtensions: Alteration = {
  id: 'chunk-extensions',
  summary: 'The chunks of a stream have extensions.',
  hooks: ({ startStream, pack, endStream }) => ({
    startStream(response, headers) {
      startStream(response, headers);
      // Node leaves the chunks to the writer.
      response.chunkedEncoding = false;
    },
    pack: (text) => pack(text).filter(isPiece).map(chunk),
    endStream: (response, pieces) => endStream(response, [...pieces, LAST]),
  }),
};

/** An empty chunk would be the last one. */
function isPiece(piece: Piece): boolean {
  return piece.length > 0;
}
