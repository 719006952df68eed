import { isJsonObject, type JsonObject, member } from '../../answers/json.ts';
import { narrow, type Stream } from '../../answers/narrow.ts';
import type { Operation } from '../../contract/operations.ts';
import { type Exchange, type Headers, header, mediaType } from '../../exchange/exchange.ts';
import type { Behaviour, Observation } from '../behaviour.ts';
import type { Probe } from '../rule.ts';

/** Makes the observations of a point. */
export type Observe = Behaviour['observe'];

/** The question, what shows the answer, and what the interface leaves unsaid if that differs from the others. */
type Row = readonly [question: string, observe: Observe, silence?: string];

/** Points that one probe shows, by their ids. */
export function points(
  probe: Probe,
  silence: string,
  rows: Readonly<Record<string, Row>>,
): readonly Behaviour[] {
  return Object.entries(rows).map(([id, [question, observe, own = silence]]) => {
    return { id, question, silence: own, probe, observe };
  });
}

/** The same about one of the operations that the probe sends to. */
export function pointsOf(
  operation: Operation,
  ...of: Parameters<typeof points>
): readonly Behaviour[] {
  return points(...of).map((point) => ({ ...point, operation }));
}

/** Not observed without the key of another tenant. */
export function withSecondKey(point: Behaviour): Behaviour {
  return { ...point, secondKey: true };
}

/** What of an answer is observed; undefined where it shows nothing. */
type Words<Of> = (shown: Of, exchange: Exchange) => string | undefined;

type Subject = (exchange: Exchange) => string;

/** A question with one subject has none. */
const ONE: Subject = () => '';

/** Where the subject is the operation. */
export const BY_OPERATION: Subject = ({ operation }) => operation;

/** An observation from each answer. */
export function answered(words: Words<Exchange>, subject = ONE): Observe {
  return ({ exchanges }) => answersIn(exchanges, words, subject);
}

export function answersIn(
  exchanges: readonly Exchange[],
  words: Words<Exchange>,
  subject = ONE,
): readonly Observation[] {
  return exchanges.flatMap((exchange) => {
    const value = words(exchange, exchange);
    return value === undefined ? [] : [{ subject: subject(exchange), value, exchange }];
  });
}

/** An observation from each 2xx answer in one body that is a JSON object. */
export function inJson(words: Words<JsonObject>, subject = ONE): Observe {
  return answered((exchange) => {
    const json = narrow('answer', exchange)?.json;
    return isJsonObject(json) ? words(json, exchange) : undefined;
  }, subject);
}

/** An observation from each complete, successful stream. */
export function inStreams(words: (stream: Stream) => string): Observe {
  return answered((exchange) => {
    const stream = narrow('stream', exchange);
    return stream && words(stream);
  });
}

/**
 * An observation from the last answer of each series, by its label.
 * @param label only of the series that has it
 */
export function inSeries(words: (exchange: Exchange) => string, label?: string): Observe {
  return ({ series }) =>
    series
      .filter((each) => label === undefined || each.label === label)
      .flatMap(({ label: name, exchanges }) => {
        const exchange = exchanges.at(-1);
        const subject = label === undefined ? name : '';
        return exchange === undefined ? [] : [{ subject, value: words(exchange), exchange }];
      });
}

/** The JSON object in a whole answer; undefined when there is none. */
export function jsonIn(exchange: Exchange): JsonObject | undefined {
  const reply = narrow('any', exchange);
  return reply?.form === 'body' && isJsonObject(reply.json) ? reply.json : undefined;
}

/** `200`, or `no answer (reset)`. */
export function statusWords({ answer, outcome }: Exchange): string {
  if (answer === undefined) return `no answer (${outcome})`;
  return outcome === 'answered' ? `${answer.status}` : `${answer.status}, ${outcome}`;
}

/** `404, type "invalid_request_error", code "model_not_found"`. */
export function failureWords(exchange: Exchange): string {
  const error = member(jsonIn(exchange), 'error');
  const facts = ['type', 'code', 'param'].flatMap((name) => {
    const value = member(error, name);
    return value === undefined ? [] : [`${name} ${describeJson(value)}`];
  });
  return [statusWords(exchange), ...facts].join(', ');
}

/** `one body`, `a stream`, or a status. */
export function formWords(exchange: Exchange): string {
  const reply = narrow('reply', exchange);
  if (reply === undefined) return failureWords(exchange);
  return reply.form === 'stream'
    ? 'a stream'
    : `one body, ${mediaType(reply.exchange.answer?.headers ?? [])}`;
}

const WORD_CHARACTERS = 80;

/** A JSON value in short: a string in quotes, an object as its members. */
export function describeJson(value: unknown): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'an array';
  if (isJsonObject(value)) return namesOf(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > WORD_CHARACTERS ? `${text.slice(0, WORD_CHARACTERS)}…` : text;
}

/** `{a, b: {c}}`: the names of an object's members, sorted, two deep. */
export function namesOf(object: JsonObject, depth = 2): string {
  const names = Object.keys(object)
    .toSorted()
    .slice(0, 24)
    .map((name) => {
      const inner = object[name];
      const short = name.slice(0, 60);
      return isJsonObject(inner) && depth > 1 ? `${short}: ${namesOf(inner, depth - 1)}` : short;
    });
  return `{${names.join(', ')}}`;
}

/** Names of the answer's headers that match and are not empty, or `none`. */
export function headerNames(exchange: Exchange, pattern: RegExp): string {
  return listOf(
    matchingHeaders(exchange, pattern)
      .filter(([, value]) => value.trim() !== '')
      .map(([name]) => name),
  );
}

export function matchingHeaders({ answer }: Exchange, pattern: RegExp): Headers {
  return (answer?.headers ?? []).filter(([name]) => pattern.test(name));
}

/** Each name once, sorted, or `none`. */
export function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : [...new Set(names)].toSorted().join(', ');
}

/** `cache-control: no-store`, or `no header cache-control`. */
export function headerWords({ answer }: Exchange, name: string): string {
  const value = header(answer?.headers ?? [], name);
  return value === undefined ? `no header ${name}` : `${name}: ${value.slice(0, WORD_CHARACTERS)}`;
}

/** Items in order, without those that repeat the previous one. */
export function sequence(items: readonly string[]): string {
  return items.filter((item, index) => item !== items[index - 1]).join(' → ');
}
