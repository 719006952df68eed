import type { Exchange } from '../../exchange/exchange.ts';
import { isJsonObject, member } from '../json.ts';
import { memoizeLast } from '../memo-last.ts';
import { type Answer, narrow, type Stream } from '../narrow.ts';
import { errorEvents } from './error-events.ts';

/** Longer texts of the gateway are read up to here. */
const READ_CHARACTERS = 16_384;

/**
 * The texts of an answer that the gateway wrote itself, with their places: its description of a failure, its
 * headers, and the members of a good answer that are neither the turn of the model nor what the caller sent.
 */
export const ownTexts = memoizeLast((exchange: Exchange): readonly OwnText[] => {
  const begun = narrow('begun', exchange);
  const failure = (begun && failureText(begun)) ?? '';
  const headers = exchange.answer?.headers ?? [];
  return [
    ['the error', failure],
    ...headers.map(([name, value]): OwnText => [`header ${name}`, value]),
    ...(begun === undefined || begun.status >= 400 ? [] : membersOf(begun)),
  ];
});

type OwnText = readonly [where: string, text: string];

/** Members with the turn of the model, with bytes, with an address for the caller, or with what the caller sent. */
const NOT_OWN: ReadonlySet<string> = new Set(
  [
    'message delta content text output output_text part item arguments refusal reasoning logprobs',
    'annotations segments words revised_prompt b64_json url content_url',
    'prompt instructions input metadata tools tool_choice user error',
  ].flatMap((names) => names.split(' ')),
);
const MOST_TEXTS = 1000;
const DEEPEST = 8;

function membersOf(reply: Answer | Stream): readonly OwnText[] {
  const found = new Map<string, string>();
  const add = (value: unknown, name: string, depth: number): void => {
    if (found.size === MOST_TEXTS || depth > DEEPEST) return;
    if (typeof value === 'string') found.set(value.slice(0, READ_CHARACTERS), name);
    else if (Array.isArray(value)) for (const item of value) add(item, name, depth + 1);
    else if (isJsonObject(value)) {
      for (const [inner, each] of Object.entries(value)) {
        if (!NOT_OWN.has(inner)) add(each, inner, depth + 1);
      }
    }
  };
  const bodies = reply.form === 'body' ? [reply.json] : reply.events.map(({ json }) => json);
  for (const body of bodies) add(body, 'the body', 0);
  return [...found].map(([text, name]) => [`member ${name}`, text]);
}

/**
 * How a gateway describes a failure: the body of an answer with status 400 or above, the `error` of
 * a failed job or response, or the events of a stream that carry an error. Undefined without one.
 */
export function failureText(reply: Answer | Stream): string | undefined {
  const ofEvents = (stream: Stream) => errorEvents(stream).map(({ data }) => data);
  const text = reply.form === 'stream' ? ofEvents(reply).join('\n') : inBody(reply);
  return text === '' ? undefined : text?.slice(0, READ_CHARACTERS);
}

function inBody({ status, text, json }: Answer): string | undefined {
  if (status >= 400) return text;
  const error = member(json, 'error') ?? null;
  return error === null ? undefined : JSON.stringify(error);
}

/** A text that the gateway shows and that no caller should see. */
interface Leak {
  readonly found: string;
  /** Such as `header x-route`. */
  readonly where: string;
}

/**
 * The first match of a pattern in what the gateway wrote itself, except for what the caller sent.
 * @param isExempt whether a text at this place may show a match
 */
export function leakIn(
  exchange: Exchange,
  pattern: RegExp,
  isExempt: (where: string, found: string) => boolean = () => false,
): Leak | undefined {
  for (const [where, text] of ownTexts(exchange)) {
    for (const [found] of text.matchAll(pattern)) {
      if (!isExempt(where, found) && !wasSent(exchange, found)) return { found, where };
    }
  }
  return undefined;
}

function wasSent({ request: { body, headers, url } }: Exchange, text: string): boolean {
  const sent = body.kind === 'text' ? body.text : '';
  return (
    sent.includes(text) || url.includes(text) || headers.some(([, value]) => value.includes(text))
  );
}
