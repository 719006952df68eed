import * as fc from 'fast-check';
import { RequestReader } from '../../../src/load/watching/request-reader.ts';
import { SeenSecrets } from '../../../src/load/watching/seen-secrets.ts';

const HEAD_END = '\r\n\r\n';
const KEY = { header: 'authorization', scheme: 'Bearer' };

const target = fc.constantFrom(
  '/',
  '//',
  'http://',
  '[',
  '?key=%',
  '&pass="',
  '%5F',
  'a',
  '+',
  '\xff',
);
const line = fc.constantFrom(
  'Host: a',
  'Authorization: Digest a="b',
  'Cookie: a=b; c=',
  'Referer: ?key=%',
  'X-Key:',
  '\0',
  'Content-Length: 3',
  'Content-Length: x',
  'Transfer-Encoding: chunked',
  'Upgrade: a',
  '',
);
const rest = fc.constantFrom(
  'abc',
  '3\r\nabc\r\n',
  '0\r\n\r\n',
  '"api_key":"',
  '\\',
  '"',
  '\n',
  HEAD_END,
);
const request = fc
  .tuple(joined(target, ''), joined(line, '\r\n'), joined(rest, ''))
  .map(([path, lines, body]) => `POST ${path} HTTP/1.1\r\n${lines}${HEAD_END}${body}`);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)),
  joined(request, '').map((text) => Buffer.from(text, 'latin1')),
);

function joined(part: fc.Arbitrary<string>, by: string): fc.Arbitrary<string> {
  return fc.array(part, { maxLength: 5 }).map((parts) => parts.join(by));
}

/** Any bytes of a client are passed on as they came, except the beginning of a head, and searched for secrets. */
export const anyClientRequests = fc.property(
  bytes,
  fc.array(fc.nat(400), { maxLength: 4 }),
  (sent, cuts) => {
    const secrets = new SeenSecrets(KEY);
    const passed: Buffer[] = [];
    const reader = new RequestReader({
      head({ lines, headers, path }) {
        passed.push(Buffer.from(`${lines.join('\r\n')}${HEAD_END}`, 'latin1'));
        secrets.learn(headers, path);
      },
      raw: (piece) => passed.push(piece),
      data(piece) {
        const text = Buffer.from(piece).toString();
        secrets.learnBody({ kind: 'text', text, sizeBytes: piece.length });
      },
      end() {},
      unread() {},
    });
    const places = [0, ...cuts.toSorted((one, other) => one - other), sent.length];
    for (const [index, place] of places.entries())
      reader.take(sent.subarray(place, places[index + 1]));
    const all = Buffer.concat(passed);
    const held = sent.subarray(all.length);
    if (!all.equals(sent.subarray(0, all.length)) || held.includes(HEAD_END)) {
      throw new Error('not passed on');
    }
  },
);
