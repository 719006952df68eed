import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, member, objectsIn, textOf } from '../../answers/json.ts';
import { sentBodyOf } from '../../answers/sent-body.ts';
import { isSuccess } from '../../exchange/exchange.ts';
import type { Relay } from '../evidence.ts';
import { appliesTo, type Finding, need } from '../rule.ts';
import { contentText, needBothRequests, turnsOf } from './upstream-request.ts';

/** What a request says about one thing, as a chat and a response both say it: a gateway may translate. */
interface RequestedPart {
  /** Such as `function find_boat` or `image 2`. */
  readonly name: string;
  /** Null is as if absent. */
  readonly members: JsonObject;
}

/** The parts of one kind in the body of a chat or a response. */
type Reader = (body: JsonObject) => readonly RequestedPart[];

/** What a member means where it is absent. */
const DEFAULTS: JsonObject = {
  strict: false,
  tool_choice: 'auto',
  parallel_tool_calls: true,
  detail: 'auto',
};

interface Exceptions {
  /** What a body without the part says. */
  readonly without?: JsonObject;
  /** Whether a value has the same meaning. */
  readonly isSame?: (sent: unknown, arrived: unknown) => boolean;
}

/**
 * The parts that did not reach the upstream, or reached it with another meaning; those of the gateway may
 * stand beside them.
 * @param what the request must have, as of `appliesTo`
 */
export function* changedParts(
  relay: Relay,
  partsOf: Reader,
  what: string,
  { without, isSame = isKept }: Exceptions = {},
): Iterable<Finding> {
  const [asked] = relay.exchanges;
  const sent = asked && sentBodyOf(asked)?.body;
  const parts = sent === undefined ? [] : partsOf(sent).filter(saysSomething);
  appliesTo(parts.length > 0, what);
  need(asked && isSuccess(asked.answer), 'a 2xx answer');
  const { exchange, call, upstream } = needBothRequests(relay);
  const isText = call.operation === 'chat' || call.operation === 'responses';
  need(isText, 'an upstream request for a chat or a response');
  const arrived = new Map(partsOf(upstream).map(({ name, members }) => [name, members]));
  for (const { name, members } of parts) {
    const known = arrived.get(name) ?? without;
    if (known === undefined) {
      yield { expected: name, actual: undefined, where: 'the upstream request', exchange };
      continue;
    }
    const changed = Object.keys(members).find((own) => {
      const value = members[own] ?? undefined;
      return value !== undefined && !isSame(value, known[own] ?? DEFAULTS[own]);
    });
    if (changed === undefined) continue;
    const actual = known[changed] ?? DEFAULTS[changed];
    yield { ...changeIn(members[changed], actual, `${name}, ${changed}`), exchange };
  }
}

function saysSomething({ members }: RequestedPart): boolean {
  return Object.values(members).some((value) => (value ?? undefined) !== undefined);
}

/** The first place at which a value has changed; the whole where it is not an object. */
function changeIn(
  sent: unknown,
  arrived: unknown,
  where: string,
): Pick<Finding, 'expected' | 'actual' | 'where'> {
  const names = isJsonObject(sent) && isJsonObject(arrived) ? Object.keys(sent) : [];
  const name = names.find((each) => !isKept(member(sent, each), member(arrived, each)));
  if (name !== undefined) {
    return changeIn(member(sent, name), member(arrived, name), `${where}.${name}`);
  }
  return { expected: JSON.stringify(sent), actual: arrived, where };
}

/** Whether a value has arrived: a list of one may be its item, null absent, and an object have more members. */
export function isKept(sent: unknown, arrived: unknown): boolean {
  if (Array.isArray(sent)) {
    const items: readonly unknown[] = Array.isArray(arrived) ? arrived : [arrived];
    return items.length === sent.length && sent.every((item, at) => isKept(item, items[at]));
  }
  if (isJsonObject(sent)) {
    const names = Object.keys(sent);
    return (
      isJsonObject(arrived) &&
      names.every((name) => isKept(member(sent, name), member(arrived, name)))
    );
  }
  return isDeepStrictEqual(sent ?? undefined, arrived ?? undefined);
}

/** The functions that a request offers; tools of other types have shapes that their vendor defines. */
export const offeredFunctions: Reader = ({ tools }) =>
  objectsIn(tools)
    .filter(({ type }) => type === 'function')
    .map((tool) => {
      const own = isJsonObject(tool.function) ? tool.function : tool;
      const { name, description, parameters, strict } = own;
      // An empty text says nothing.
      const said = description === '' ? undefined : description;
      const members = { name, description: said, parameters, strict };
      return { name: `function ${textOf(name)}`, members };
    });

/** Which of its functions a request wants to be called. */
export const choiceOfFunctions: Reader = (body) => {
  if (offeredFunctions(body).length === 0) return [];
  const { tool_choice: choice, parallel_tool_calls } = body;
  const members = {
    tool_choice: isJsonObject(choice) ? chosenFunction(choice) : choice,
    // Nothing is called then.
    ...(choice !== 'none' && { parallel_tool_calls }),
  };
  return [{ name: 'choice', members }];
};

/** As far as it is a function. */
function chosenFunction({ type, function: nested, name }: JsonObject): string | undefined {
  return type === 'function' ? `function ${textOf(member(nested, 'name') ?? name)}` : undefined;
}

/** The form that a request wants for the text of its answer; a schema is nested in a chat only. */
export const wantedFormat: Reader = ({ response_format, text }) => {
  const format = response_format ?? member(text, 'format');
  if (!isJsonObject(format) || format.type === 'text') return [];
  const nested = isJsonObject(format.json_schema) ? format.json_schema : format;
  const { name, description, schema, strict } = nested;
  return [{ name: 'format', members: { type: format.type, name, description, schema, strict } }];
};

/** The images of a request, each with its place among the texts of its message. */
export const sentImages: Reader = (body) =>
  turnsOf(body)
    .flatMap(({ content }) => imagesIn(content))
    .map((members, at) => ({ name: `image ${at + 1}`, members }));

function imagesIn(content: unknown): readonly JsonObject[] {
  const parts = objectsIn(content);
  return parts.flatMap(({ image_url: image, detail: own }, at) => {
    const { url = image, detail = own } = isJsonObject(image) ? image : {};
    if (typeof url !== 'string') return [];
    return [{ url, detail, 'text before it': contentText(parts.slice(0, at)) }];
  });
}

/** The calls and results of a dialog. Ids may be others upstream: a result names the place of its call. */
export const sentCalls: Reader = (body) => {
  const turns = turnsOf(body);
  const calls = turns.flatMap((turn) => (isCallItem(turn) ? [turn] : objectsIn(turn.tool_calls)));
  const ids = calls.map(({ call_id, id }) => call_id ?? id);
  const results = turns.filter(isResult);
  return [
    ...calls.map((call, at) => {
      const { name, arguments: text } = isJsonObject(call.function) ? call.function : call;
      return { name: `call ${at + 1}`, members: { name, arguments: text } };
    }),
    ...results.map(({ tool_call_id, call_id = tool_call_id, content, output = content }, at) => {
      const of = ids.indexOf(call_id);
      const text = contentText(output);
      return {
        name: `result ${at + 1}`,
        members: { 'its call': of === -1 ? undefined : of + 1, text },
      };
    }),
  ];
};

function isCallItem({ type }: JsonObject): boolean {
  return type === 'function_call';
}

function isResult({ role, type }: JsonObject): boolean {
  return role === 'tool' || type === 'function_call_output';
}
