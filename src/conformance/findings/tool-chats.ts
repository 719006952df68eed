import { failsInBand } from '../../answers/failures/error-events.ts';
import {
  isJsonObject,
  type JsonObject,
  member,
  objectsIn,
  parseJson,
  textIn,
} from '../../answers/json.ts';
import type { Answer, Stream } from '../../answers/narrow.ts';
import { chatFinish, replyText } from '../../answers/reply.ts';
import { responseEvents } from '../../answers/response-events.ts';
import { sentBodyOf, sentText } from '../../answers/sent-body.ts';
import { type ToolCall, toolCalls } from '../../answers/tool-calls.ts';
import { appliesTo, type Finding, need, needSeen } from '../rule.ts';

/** A chat, or a request for a response, that offers functions, and what its answer calls. */
export interface ToolChat {
  readonly sent: JsonObject;
  /** The functions that the request offers, by name. */
  readonly offered: ReadonlyMap<string | undefined, JsonObject>;
  /** The function that the request chooses, where it chooses one. */
  readonly chosen: string | undefined;
  readonly calls: readonly ToolCall[];
  /** The finish_reason of a chat. */
  readonly finish: unknown;
  /** The answer ended early: a call may be missing, or only its beginning be there. */
  readonly isCut: boolean;
}

const CUT: readonly unknown[] = ['length', 'content_filter'];

/** Tools of another type than functions have shapes that their vendor defines. */
export function needToolChat(reply: Answer | Stream): ToolChat {
  const sent = sentBodyOf(reply.exchange)?.body;
  const tools = objectsIn(sent?.tools);
  const areFunctions = tools.length > 0 && tools.every(({ type }) => type === 'function');
  appliesTo(sent && areFunctions, 'a request that offers functions');
  need(reply.form === 'body' || !failsInBand(reply), 'a stream without a failure');
  const isChat = reply.exchange.operation === 'chat';
  const functionOf = (tool: unknown) => (isChat ? member(tool, 'function') : tool);
  const functions = tools.map(functionOf).filter(isJsonObject);
  const finish = isChat ? chatFinish(reply) : undefined;
  return {
    sent,
    offered: new Map(functions.map((each) => [textIn(each, 'name'), each])),
    chosen: textIn(functionOf(sent.tool_choice), 'name'),
    calls: toolCalls(reply),
    finish,
    isCut: isChat ? CUT.includes(finish) : isIncomplete(reply),
  };
}

function isIncomplete(reply: Answer | Stream): boolean {
  if (reply.form === 'body') return member(reply.json, 'status') === 'incomplete';
  return responseEvents(reply).some(({ type }) => type === 'response.incomplete');
}

/** The same, where the answer calls a function. */
export function needToolCalls(reply: Answer | Stream): ToolChat {
  const chat = needToolChat(reply);
  needSeen(chat.calls.length > 0, 'an answer that calls a function');
  return chat;
}

/**
 * The calls whose arguments are not the text of a JSON object.
 * @param place of the arguments in a call
 */
export function* argumentsNotJson({ calls }: ToolChat, place: string): Iterable<Finding> {
  for (const [at, { arguments: actual }] of calls.entries()) {
    if (isJsonObject(parseJson(actual))) continue;
    yield { expected: 'a JSON object', actual, where: `call ${at + 1}, ${place}` };
  }
}

/**
 * The calls of functions that the request does not offer.
 * @param place of the name in a call
 */
export function* namesNotOffered({ calls, offered }: ToolChat, place: string): Iterable<Finding> {
  for (const [at, { name }] of calls.entries()) {
    if (offered.has(name)) continue;
    const expected = [...offered.keys()].join(' or ');
    yield { expected, actual: name, where: `call ${at + 1}, ${place}` };
  }
}

/** How models write a call, before a server parses it. */
const SYNTAX =
  /<\/?tool_calls?>|<\/?function_calls>|<function=|<\|python_tag\|>|<[|｜]tool[_▁]calls?|\[TOOL_CALLS\]|<\|channel\|>/u;

/**
 * The syntax of a call in the text of an answer: a mark that the request does not have, or a JSON object
 * that names a function and its arguments in place of a text.
 */
export function callSyntaxIn(reply: Answer | Stream): string | undefined {
  const text = replyText(reply) ?? '';
  const sent = sentText(reply.exchange);
  const mark = SYNTAX.exec(text)?.[0];
  if (mark !== undefined && !sent.includes(mark)) return mark;
  const json = parseJson(text);
  const [name, called] = [
    textIn(json, 'name'),
    member(json, 'arguments') ?? member(json, 'parameters'),
  ];
  return name !== undefined && called !== undefined && sent.includes(JSON.stringify(name))
    ? text
    : undefined;
}
