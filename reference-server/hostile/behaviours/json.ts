import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { answerWith } from '../writing.ts';

const BODY = JSON.stringify(completion());
const DEPTH = 100_000;

function body(make: () => string | Buffer, status?: string): (request: HostileRequest) => void {
  return ({ socket }) => answerWith(socket, make(), status === undefined ? {} : { status });
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
  'json-deep': {
    summary: 'A completion with arrays nested 100 000 deep.',
    answer: body(() => withMember(`"extra":${deep()}`)),
  },
  'json-deep-error': {
    summary: 'An error with objects nested 100 000 deep.',
    answer: body(
      () => `{"error":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`,
      '500 Internal Server Error',
    ),
  },
  'json-many-members': {
    summary: 'A completion with a million members.',
    answer: body(() =>
      withMember(Array.from({ length: 1_000_000 }, (_, at) => `"m${at}":0`).join(',')),
    ),
  },
  'json-many-choices': {
    summary: 'A completion with two million choices.',
    answer: body(() => BODY.replace('"choices":[', `"choices":[${'{},'.repeat(2_000_000)}`)),
  },
  'json-long-string': {
    summary: 'A completion whose id is 12 MB long.',
    answer: body(() => JSON.stringify(completion({ id: 'x'.repeat(12_000_000) }))),
  },
  'json-long-number': {
    summary: 'A number of a million digits.',
    answer: body(() => withMember(`"created":${'9'.repeat(1_000_000)}`)),
  },
  'json-repeated-member': {
    summary: 'A completion with the member id twice.',
    answer: body(() => withMember('"id":"another"')),
  },
  'json-proto': {
    summary: 'Members named __proto__ and constructor.',
    answer: body(() =>
      BODY.replace(
        '"object":',
        '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"object_":',
      ),
    ),
  },
  'json-beyond-double': {
    summary: 'The number 1e999 as a time.',
    answer: body(() => BODY.replace(/"created":\d+/, '"created":1e999')),
  },
  'json-nan': {
    summary: 'NaN and Infinity, which JSON does not have.',
    answer: body(() => BODY.replace(/"created":\d+/, '"created":NaN,"x":-Infinity')),
  },
  'json-lone-surrogate': {
    summary: 'Half of a surrogate pair in a model name and a text.',
    answer: body(() => JSON.stringify(completion({ model: 'a\u{d800}b', content: '\u{dc00}' }))),
  },
  'json-invalid-utf8': {
    summary: 'Bytes that are not UTF-8 in a text.',
    answer: body(() => Buffer.from(BODY.replace('Hello', '\u{ff}\u{fe}\u{c0}\u{80}'), 'latin1')),
  },
  'json-byte-order-mark': {
    summary: 'A byte order mark before the JSON.',
    answer: body(() => `\u{feff}${BODY}`),
  },
  'json-rubbish-after': {
    summary: 'Other text after the JSON.',
    answer: body(() => `${BODY}\n{"id":"second"} and more`),
  },
  'json-cut': {
    summary: 'The first half of a JSON body, with a correct length.',
    answer: body(() => BODY.slice(0, BODY.length / 2)),
  },
  'json-empty': { summary: 'A body of 0 bytes with the type JSON.', answer: body(() => '') },
  'json-null': { summary: 'The JSON null as the whole body.', answer: body(() => 'null') },
  'json-other-types': {
    summary: 'A completion whose members all have another type.',
    answer: body(
      () => '{"id":{},"object":1,"created":"x","model":[],"choices":{"0":{}},"usage":"none"}',
    ),
  },
};
