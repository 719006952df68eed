import type { Behaviour, Behaviours, HostileRequest } from '../behaviour.ts';
import { answerChat, BODY, completion, failure } from '../good-answers.ts';
import { answers, prepared } from '../rows.ts';
import { answerJson, answerWith } from '../writing.ts';

const DEPTH = 100_000;

/** A body in place of a completion; streams are answered correctly. */
function body(summary: string) {
  return (make: () => string | Buffer, status = '200 OK'): Behaviour =>
    prepared<string | Buffer>(summary)(make, (request, made) => {
      if (request.streams) answerChat(request);
      else answerWith(request.socket, made, { status });
    });
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
  'json-deep': body('A completion with arrays nested 100 000 deep.')(() =>
    withMember(`"extra":${deep()}`),
  ),
  'json-deep-error': body('An error with objects nested 100 000 deep.')(
    () => `{"error":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`,
    '500 Internal Server Error',
  ),
  'json-many-members': body('A completion with a million members.')(() =>
    withMember(Array.from({ length: 1_000_000 }, (_, at) => `"m${at}":0`).join(',')),
  ),
  'json-number-members': body('A completion with 400 000 members whose names are numbers.')(() =>
    withMember(Array.from({ length: 400_000 }, (_, at) => `"${at * 4099}":0`).join(',')),
  ),
  'json-many-choices': body('A completion with two million choices.')(() =>
    BODY.replace('"choices":[', `"choices":[${'{},'.repeat(2_000_000)}`),
  ),
  'json-long-string': body('A completion whose id is 12 MB long.')(() =>
    JSON.stringify(completion({ id: 'x'.repeat(12_000_000) })),
  ),
  'json-long-number': body('A number of a million digits.')(() =>
    withMember(`"created":${'9'.repeat(1_000_000)}`),
  ),
  'json-repeated-member': body('A completion with the member id twice.')(() =>
    withMember('"id":"another"'),
  ),
  'json-proto': body('Members named __proto__ and constructor.')(() =>
    BODY.replace(
      '"object":',
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"object_":',
    ),
  ),
  'json-beyond-double': body('The number 1e999 as a time.')(() =>
    BODY.replace(/"created":\d+/, '"created":1e999'),
  ),
  'json-nan': body('NaN and Infinity, which JSON does not have.')(() =>
    BODY.replace(/"created":\d+/, '"created":NaN,"x":-Infinity'),
  ),
  'json-lone-surrogate': body(
    'Half of a surrogate pair in a model name and a text, and an empty finish_reason.',
  )(() =>
    JSON.stringify(completion({ model: 'a\u{d800}b', content: '\u{dc00}', finishReason: '' })),
  ),
  'json-invalid-utf8': body('Bytes that are not UTF-8 in a text.')(() =>
    Buffer.from(BODY.replace('Hello', '\u{ff}\u{fe}\u{c0}\u{80}'), 'latin1'),
  ),
  'json-byte-order-mark': body('A byte order mark before the JSON.')(() => `\u{feff}${BODY}`),
  'json-rubbish-after': body('Other text after the JSON.')(
    () => `${BODY}\n{"id":"second"} and more`,
  ),
  'json-cut': body('The first half of a JSON body, with a correct length.')(() =>
    BODY.slice(0, BODY.length / 2),
  ),
  'json-empty': body('A body of 0 bytes with the type JSON.')(() => ''),
  'json-null': body('The JSON null as the whole body.')(() => 'null'),
  'json-other-types': body('A completion whose members all have another type.')(
    () => '{"id":{},"object":1,"created":"x","model":[],"choices":{"0":{}},"usage":"none"}',
  ),
};

const TEXTS = {
  escapes: {
    text: '\u{1b}[2J\u{1b}[31mred\u{1b}]0;title\u{7}\u{1b}]8;;http://a.example\u{7}link\u{8}',
    summary: 'terminal escapes',
  },
  c1: { text: '\u{9b}31m\u{90}q\u{9c}\u{85}next\u{80}', summary: 'C1 control characters' },
  bidi: {
    text: '\u{202e}gnp.exe\u{2066}a\u{2069}\u{200f}\u{061c}b',
    summary: 'characters that change the direction of text',
  },
  invisible: {
    text: 'a\u{200b}b\u{200d}c\u{feff}d\u{2028}e\u{2029}f\u{ad}g\u{e0041}',
    summary: 'characters that are not visible',
  },
  markup: {
    text: '</script><img src=x onerror=alert(1)>]]>--> | `x` [a](javascript:alert(1)) ::error::x\n\n# heading',
    summary: 'HTML, XML, Markdown and commands of CI systems',
  },
  combining: {
    text: `e${'\u{301}'.repeat(500_000)}`,
    summary: '1 MB of combining characters',
  },
} as const;

const PLACES: Readonly<
  Record<string, { summary: string; answer: (request: HostileRequest, text: string) => void }>
> = {
  'error-message': {
    summary: 'in the message of an error',
    answer: ({ socket }, text) =>
      answerJson(socket, failure(text, { type: text, code: text }), { status: 500 }),
  },
  model: {
    summary: 'in the name of the model, with an empty finish_reason',
    answer: (request, text) => answerChat(request, { model: text, finishReason: '' }),
  },
  id: {
    summary: 'in the id of every completion, which is the same each time',
    answer: (request, text) => answerChat(request, { id: text }),
  },
  content: {
    summary: 'in the role and the text of a completion, with an empty finish_reason',
    answer: (request, text) => answerChat(request, { role: text, content: text, finishReason: '' }),
  },
};

/** Texts that could change a terminal or a page, in each place that a report quotes. */
export const texts: Behaviours = Object.fromEntries(
  Object.entries(TEXTS).flatMap(([name, { text, summary }]) =>
    Object.entries(PLACES).map(([place, { summary: where, answer }]) => [
      `${name}-in-${place}`,
      answers(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}, ${where}.`)((request) =>
        answer(request, text),
      ),
    ]),
  ),
);
