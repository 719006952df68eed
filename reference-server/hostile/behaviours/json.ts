import type { Behaviour, Behaviours, HostileRequest } from '../behaviour.ts';
import { answerChat, completion } from '../good-answers.ts';
import { once } from '../once.ts';
import { answerWith } from '../writing.ts';

const BODY = JSON.stringify(completion());
const DEPTH = 100_000;

/** A body in place of a completion; streams are answered correctly. */
function body(summary: string, make: () => string | Buffer, status = '200 OK'): Behaviour {
  const made = once(make);
  const answer = (request: HostileRequest): void => {
    if (request.streams) answerChat(request);
    else answerWith(request.socket, made(), { status });
  };
  return { summary, answer, prepare: made };
}

/** A correct completion with one more member, in JSON. */
function withMember(json: string): string {
  return `${BODY.slice(0, -1)},${json}}`;
}

function deep(): string {
  return '['.repeat(DEPTH) + ']'.repeat(DEPTH);
}

/** Bodies that are hard to parse, or mean something else to each parser. */
export const json: Behaviours = {
  'json-deep': body('A completion with arrays nested 100 000 deep.', () =>
    withMember(`"extra":${deep()}`),
  ),
  'json-deep-error': body(
    'An error with objects nested 100 000 deep.',
    () => `{"error":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`,
    '500 Internal Server Error',
  ),
  'json-many-members': body('A completion with a million members.', () =>
    withMember(Array.from({ length: 1_000_000 }, (_, at) => `"m${at}":0`).join(',')),
  ),
  'json-number-members': body('A completion with 400 000 members whose names are numbers.', () =>
    withMember(Array.from({ length: 400_000 }, (_, at) => `"${at * 4099}":0`).join(',')),
  ),
  'json-many-choices': body('A completion with two million choices.', () =>
    BODY.replace('"choices":[', `"choices":[${'{},'.repeat(2_000_000)}`),
  ),
  'json-long-string': body('A completion whose id is 12 MB long.', () =>
    JSON.stringify(completion({ id: 'x'.repeat(12_000_000) })),
  ),
  'json-long-number': body('A number of a million digits.', () =>
    withMember(`"created":${'9'.repeat(1_000_000)}`),
  ),
  'json-repeated-member': body('A completion with the member id twice.', () =>
    withMember('"id":"another"'),
  ),
  'json-proto': body('Members named __proto__ and constructor.', () =>
    BODY.replace(
      '"object":',
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"object_":',
    ),
  ),
  'json-beyond-double': body('The number 1e999 as a time.', () =>
    BODY.replace(/"created":\d+/, '"created":1e999'),
  ),
  'json-nan': body('NaN and Infinity, which JSON does not have.', () =>
    BODY.replace(/"created":\d+/, '"created":NaN,"x":-Infinity'),
  ),
  'json-lone-surrogate': body(
    'Half of a surrogate pair in a model name and a text, and an empty finish_reason.',
    () =>
      JSON.stringify(completion({ model: 'a\u{d800}b', content: '\u{dc00}', finishReason: '' })),
  ),
  'json-invalid-utf8': body('Bytes that are not UTF-8 in a text.', () =>
    Buffer.from(BODY.replace('Hello', '\u{ff}\u{fe}\u{c0}\u{80}'), 'latin1'),
  ),
  'json-byte-order-mark': body('A byte order mark before the JSON.', () => `\u{feff}${BODY}`),
  'json-rubbish-after': body(
    'Other text after the JSON.',
    () => `${BODY}\n{"id":"second"} and more`,
  ),
  'json-cut': body('The first half of a JSON body, with a correct length.', () =>
    BODY.slice(0, BODY.length / 2),
  ),
  'json-empty': body('A body of 0 bytes with the type JSON.', () => ''),
  'json-null': body('The JSON null as the whole body.', () => 'null'),
  'json-other-types': body(
    'A completion whose members all have another type.',
    () => '{"id":{},"object":1,"created":"x","model":[],"choices":{"0":{}},"usage":"none"}',
  ),
};
