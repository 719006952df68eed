import { OPERATION_NAMES } from '../../../src/contract/operations.ts';
import { type Exchange, type Headers, header, mediaType } from '../../../src/exchange/exchange.ts';
import type { Mutant } from './mutant.ts';
import { withHeaders } from './recorded-answer.ts';

/** A header that rules judge, with wrong values that a gateway may send. */
interface HeaderOfRules {
  readonly name: string;
  readonly wrong: readonly string[];
  /** Added to answers in which the clean gateway does not send it. */
  readonly added?: true;
}

/** Without the headers that delimit a body: `content-length` is judged on the socket. */
const HEADERS_OF_RULES: readonly HeaderOfRules[] = [
  {
    name: 'content-type',
    wrong: [
      'text/html',
      'text/plain',
      'application/octet-stream',
      'text/event-stream; charset=latin1',
    ],
  },
  { name: 'cache-control', wrong: ['public, max-age=600'] },
  { name: 'content-encoding', wrong: ['gzip'], added: true },
  { name: 'www-authenticate', wrong: ['Basic realm="gateway"', ''] },
  { name: 'allow', wrong: ['', 'BREW'] },
  { name: 'date', wrong: ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'] },
];

type Form = 'body' | 'stream' | 'refusal';
const FORMS: readonly Form[] = ['body', 'stream', 'refusal'];

/** Each of these headers dropped and wrong, in each form of each operation's answers. */
export function headerMutants(): readonly Mutant[] {
  return [...OPERATION_NAMES, 'other' as const].flatMap((operation) =>
    FORMS.flatMap((form) => {
      const at = (exchange: Exchange) =>
        exchange.operation === operation && formOf(exchange) === form;
      return HEADERS_OF_RULES.flatMap((each) => ofHeader(each, `${operation} ${form}`, at));
    }),
  );
}

function ofHeader(
  { name, wrong, added }: HeaderOfRules,
  place: string,
  at: (exchange: Exchange) => boolean,
): readonly Mutant[] {
  const mutant = (mutation: string, edit: (headers: Headers) => Headers): Mutant => ({
    place,
    member: name,
    called: [name],
    mutation,
    change(exchange) {
      const there = header(exchange.answer?.headers ?? [], name) !== undefined;
      return at(exchange) && (there || added) ? withHeaders(exchange, edit) : undefined;
    },
  });
  const without = (headers: Headers) => headers.filter(([other]) => other !== name);
  return [
    ...(added ? [] : [mutant('dropped', without)]),
    ...wrong.map((value) =>
      mutant(`says ${JSON.stringify(value)}`, (headers) => [...without(headers), [name, value]]),
    ),
  ];
}

function formOf({ answer, outcome }: Exchange): Form | undefined {
  if (answer === undefined || outcome !== 'answered') return undefined;
  if (answer.status >= 400) return 'refusal';
  return mediaType(answer.headers) === 'text/event-stream' ? 'stream' : 'body';
}
