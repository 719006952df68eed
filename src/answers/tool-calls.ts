import { firstChoice, firstMessage } from './chat-chunks.ts';
import { type JsonObject, member, objectsIn, textOf } from './json.ts';
import type { Answer, Stream } from './narrow.ts';
import { responseEvents } from './response-events.ts';

/** One call of a tool; '' stands for a part that did not come. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The calls of tools in a chat completion or a response, as a client puts them together. */
export function toolCalls(reply: Answer | Stream): readonly ToolCall[] {
  const isChat = reply.exchange.operation === 'chat';
  if (reply.form === 'stream') return isChat ? streamedByChat(reply) : streamedByResponse(reply);
  if (!isChat)
    return objectsIn(member(reply.json, 'output')).filter(isFunctionCall).map(callOfItem);
  return objectsIn(member(firstMessage(reply.json), 'tool_calls')).map(callOfChat);
}

/** Clients join the parts that have the same `index`. */
function streamedByChat(stream: Stream): readonly ToolCall[] {
  const calls = new Map<number, ToolCall>();
  for (const delta of firstChoice(stream).flatMap((part) => objectsIn(part.delta.tool_calls))) {
    const index = numberOf(delta.index);
    const part = callOfChat(delta);
    calls.set(index, joined(calls.get(index), part));
  }
  return inOrder(calls);
}

/** Clients join the parts that have the same `output_index`. */
function streamedByResponse(stream: Stream): readonly ToolCall[] {
  const calls = new Map<number, ToolCall>();
  for (const { type, json } of responseEvents(stream)) {
    const index = numberOf(json.output_index);
    const known = calls.get(index);
    if (type === 'response.output_item.added' && isFunctionCall(member(json, 'item'))) {
      calls.set(index, callOfItem(json.item));
    } else if (type === 'response.function_call_arguments.delta' && known) {
      calls.set(index, { ...known, arguments: known.arguments + textOf(json.delta) });
    } else if (type === 'response.function_call_arguments.done' && known?.arguments === '') {
      calls.set(index, { ...known, arguments: textOf(json.arguments) });
    }
  }
  return inOrder(calls);
}

function joined(known: ToolCall | undefined, part: ToolCall): ToolCall {
  if (known === undefined) return part;
  return {
    id: part.id || known.id,
    name: part.name || known.name,
    arguments: known.arguments + part.arguments,
  };
}

function inOrder(calls: ReadonlyMap<number, ToolCall>): readonly ToolCall[] {
  return [...calls].toSorted(([left], [right]) => left - right).map(([, call]) => call);
}

function isFunctionCall(item: unknown): boolean {
  return member(item, 'type') === 'function_call';
}

function callOfItem(item: unknown): ToolCall {
  return {
    id: textOf(member(item, 'call_id')),
    name: textOf(member(item, 'name')),
    arguments: textOf(member(item, 'arguments')),
  };
}

function callOfChat({ id, function: called }: JsonObject): ToolCall {
  return {
    id: textOf(id),
    name: textOf(member(called, 'name')),
    arguments: textOf(member(called, 'arguments')),
  };
}

function numberOf(index: unknown): number {
  return typeof index === 'number' ? index : 0;
}
