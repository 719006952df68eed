import * as fc from 'fast-check';
import { decodeEventStream } from '../../../src/exchange/sse.ts';

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        'data',
        'id',
        'event',
        'retry',
        ':',
        ' ',
        '\n',
        '\r',
        '\0',
        '\uFEFF',
        '9',
        '{}',
      ),
      { maxLength: 80 },
    )
    .map((parts) => new Uint8Array(Buffer.from(parts.join('')))),
);
const reads = fc.array(fc.record({ endOffset: fc.nat(500), atMs: fc.nat(1000) }), { maxLength: 6 });

/** Any bytes are events, fewer than lines, and not longer than the stream. */
export const anyEventStream = fc.property(bytes, reads, (stream, arrivals) => {
  const { events } = decodeEventStream(stream, arrivals);
  const text = events.reduce((sum, { data }) => sum + data.length, 0);
  if (events.length > stream.length || text > stream.length) throw new Error('more than came in');
});
