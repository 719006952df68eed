import { isJsonObject, type JsonObject, member } from '../../answers/json.ts';
import { type Answer, narrow, type Stream } from '../../answers/narrow.ts';
import { type Exchange, type Headers, header, mediaType } from '../../exchange/exchange.ts';
import type { Behaviour, Observation, ProbeResults } from '../behaviour.ts';
import type { Series } from '../evidence.ts';

const WORD_CHARACTERS = 80;
/** An observation from each answer, by its operation. */
export function byOperation(
  exchanges: readonly Exchange[],
  words: (exchange: Exchange) => string | undefined,
): readonly Observation[] {
  return exchanges.flatMap((exchange) => {
    const value = words(exchange);
    return value === undefined ? [] : [{ subject: exchange.operation, value, exchange }];
  });
}

/** An observation from the last answer of each series, by its label. */
export function byLabel(
  series: readonly Series[],
  words: (exchange: Exchange) => string,
): readonly Observation[] {
  return series.flatMap(({ label, exchanges }) => {
    const exchange = exchanges.at(-1);
    return exchange === undefined ? [] : [{ subject: label, value: words(exchange), exchange }];
  });
}

/** The same for all series of a probe. */
export function ofEach(words: (exchange: Exchange) => string): Behaviour['observe'] {
  return ({ series }) => byLabel(series, words);
}

/** An observation from the last answer of the series with this label. */
export function ofLabel(
  { series }: ProbeResults,
  label: string,
  words: (exchange: Exchange) => string = failureWords,
): readonly Observation[] {
  return byLabel(
    series.filter((candidate) => candidate.label === label),
    words,
  ).map((observation) => ({ ...observation, subject: '' }));
}

/** The 2xx answers in one body that are JSON objects. */
export function successes(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((exchange) => {
    const answer = narrow('answer', exchange);
    return answer !== undefined && isJsonObject(answer.json);
  });
}

/** The whole answer, in either form; undefined when there is none. */
export function replyIn(exchange: Exchange): Answer | Stream | undefined {
  return narrow('any', exchange);
}

/** Each exchange that is a complete, successful stream. */
export function streamsIn(exchanges: readonly Exchange[]): readonly Stream[] {
  return exchanges.flatMap((exchange) => narrow('stream', exchange) ?? []);
}

/** The JSON object in a whole answer; undefined when there is none. */
export function jsonIn(exchange: Exchange): JsonObject | undefined {
  const reply = replyIn(exchange);
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
  const names = matchingHeaders(exchange, pattern)
    .filter(([, value]) => value.trim() !== '')
    .map(([name]) => name);
  return names.length === 0 ? 'none' : [...new Set(names)].toSorted().join(', ');
}

export function matchingHeaders({ answer }: Exchange, pattern: RegExp): Headers {
  return (answer?.headers ?? []).filter(([name]) => pattern.test(name));
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
