import * as fc from 'fast-check';
import { partsOf } from '../../../reference-server/http/form.ts';
import { Refusal } from '../../../reference-server/http/refusal.ts';
import { multipartPayload, type Part } from '../../../src/exchange/multipart.ts';

const BOUNDARY = 'assay-0123456789abcdef';
const name = fc.string({ unit: 'grapheme', maxLength: 20 });
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .array(fc.constantFrom('\r\n', '--', BOUNDARY.slice(0, 9), '-', '\r', '\n', 'x'), {
      maxLength: 20,
    })
    .map((parts) => new Uint8Array(Buffer.from(parts.join('')))),
);
const part = fc.oneof(
  fc.record({ name, value: fc.string({ unit: 'grapheme', maxLength: 60 }) }),
  fc.record({ name, filename: name, type: fc.constantFrom('', 'audio/wav'), content }),
);

/** Any form that is built is read back as it was. */
export const anyForm = fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
  const body = Buffer.concat([...multipartPayload({ boundary: BOUNDARY, parts }).chunks()]);
  const read = contentsOf(body);
  const expected = parts.map(contentOf);
  if (
    read.length !== expected.length ||
    !read.every((each, at) => each.equals(expected[at] ?? Buffer.alloc(0)))
  ) {
    throw new Error(`${read.length} parts were read of ${expected.length}`);
  }
});

/** Any bytes are parts or a refusal. */
export const anyFormBytes = fc.property(
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(
    `--${BOUNDARY}\r\n`,
    `--${BOUNDARY}`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="`,
    '',
  ),
  (bytes, start) => {
    try {
      contentsOf(Buffer.concat([Buffer.from(start), bytes]));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  },
);

function contentOf(given: Part): Buffer {
  return 'value' in given ? Buffer.from(given.value) : Buffer.from(given.content);
}

function contentsOf(body: Buffer): readonly Buffer[] {
  return partsOf(body, BOUNDARY).map((each) => each.content);
}
