import { isJsonObject } from '../answers/json.ts';
import { type Answer, narrow, type Stream } from '../answers/narrow.ts';
import { replyId } from '../answers/reply.ts';
import type { History, Played } from '../conformance/evidence.ts';
import { mediaType } from '../exchange/exchange.ts';

/** In what the answers of two gateways to one request differ. */
export interface Difference {
  /** Such as `chat stream: status, 200 and 400`; equal for what may have one cause. */
  readonly id: string;
  /** What the first gateway shows, and the other one. */
  readonly seen: readonly [string, string];
  /** Which request of the sequence. */
  readonly at: number;
}

/**
 * What differs between two gateways, and not between several plays with one of them.
 * @param ones plays with the first gateway, at least two
 * @param others plays with the other one
 */
export function differences(
  ones: readonly History[],
  others: readonly History[],
): readonly Difference[] {
  const [firsts = [], seconds = []] = [ones, others].map((plays) => plays.map(facetsByStep));
  return [...(firsts[0]?.keys() ?? [])].flatMap((step) => {
    const own = firsts.map((play) => play.get(step));
    const its = seconds.map((play) => play.get(step));
    const [known] = own;
    if (known === undefined || [...own, ...its].includes(undefined)) return [];
    const names = new Set([...own, ...its].flatMap((each) => [...(each?.facets.keys() ?? [])]));
    const [found] = [...names].flatMap((name) => {
      const [here, there] = [steady(own, name), steady(its, name)];
      if (here === undefined || there === undefined || here === there) return [];
      const values = PLAIN.has(name) ? `, ${here} and ${there}` : '';
      return [
        { id: `${known.send}: ${name}${values}`, seen: [here, there] as const, at: known.at },
      ];
    });
    // The others mostly follow from the first: another status has another body.
    return found === undefined ? [] : [found];
  });
}

interface Shows {
  readonly send: string;
  readonly at: number;
  readonly facets: ReadonlyMap<string, string>;
}

/** What each play shows of a facet; undefined where they differ. */
function steady(plays: readonly (Shows | undefined)[], name: string): string | undefined {
  const values = new Set(plays.map((play) => play?.facets.get(name) ?? ABSENT));
  return values.size === 1 ? [...values][0] : undefined;
}

const ABSENT = 'absent';

/** Facets with few values: each pair of them is a difference of its own. */
const PLAIN: ReadonlySet<string> = new Set(['outcome', 'HTTP status', 'media type', 'result']);

function facetsByStep({ played }: History): ReadonlyMap<number, Shows> {
  const ids = new Set<string>();
  return new Map(
    played.map((each, at) => {
      const facets = new Map(facetsOf(each, ids));
      return [each.step, { send: each.send, at, facets }] as const;
    }),
  );
}

/** The coarse ones first. */
function* facetsOf(
  { exchange, word, races }: Played,
  ids: Set<string>,
): Generator<[string, string]> {
  const { outcome, answer, request } = exchange;
  // how far an answer came before its caller disconnected is a matter of chance too.
  if (request.disconnect !== undefined || races === true) return;
  yield ['outcome', outcome];
  if (answer === undefined) return;
  yield ['HTTP status', String(answer.status)];
  yield ['media type', mediaType(answer.headers)];
  const reply = narrow('any', exchange);
  if (reply === undefined) return;
  const id = replyId(reply);
  if (id !== undefined) {
    // Which one depends on what else is in the sequence.
    yield ['result', ids.has(id) ? 'an earlier one' : 'its own'];
    ids.add(id);
  }
  yield* valuesOf(reply, word);
}

/** Each value of a body, or of the events of a stream, by its place. */
function* valuesOf(reply: Answer | Stream, word: string): Generator<[string, string]> {
  if (reply.form === 'body') {
    yield* flattened('', reply.json ?? reply.text, word);
    return;
  }
  const events = reply.events.map(({ json, type }) => ({ json, name: type || shapeOf(json) }));
  const course = events.map(({ name }) => name);
  yield ['events', course.filter((name, at) => name !== course[at - 1]).join(', ')];
  yield [
    'text',
    reply.events
      .map(({ json }) => textsIn(json))
      .join('')
      .replaceAll(word, '§'),
  ];
  for (const { json, name } of new Map(events.map((each) => [each.name, each])).values()) {
    yield* flattened(name, json, word);
  }
}

/** Which members an event has. */
function shapeOf(json: unknown): string {
  return [...flattened('', json, '')].map(([place]) => place).join(' ');
}

function textsIn(json: unknown): string {
  return [...flattened('', json, '')]
    .filter(([place]) => /(?:content|delta)$/.test(place))
    .map(([, text]) => text)
    .join('');
}

/** Values deeper than this, and items after this number, are not compared. */
const DEEPEST = 8;
const ITEMS = 3;
const CHARACTERS = 300;

function* flattened(
  place: string,
  value: unknown,
  word: string,
  depth = 0,
): Generator<[string, string]> {
  if (depth < DEEPEST && Array.isArray(value)) {
    yield [`${place}[]`, String(value.length)];
    for (const [at, item] of value.slice(0, ITEMS).entries()) {
      yield* flattened(`${place}[${at}]`, item, word, depth + 1);
    }
  } else if (depth < DEEPEST && isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      yield* flattened(place === '' ? name : `${place}.${name}`, inner, word, depth + 1);
    }
  } else {
    const text = word === '' ? String(value) : String(value).replaceAll(word, '§');
    yield [place, text.slice(0, CHARACTERS)];
  }
}
