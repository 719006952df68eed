import { DONE, type PlannedEvent } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { FAILURE } from '../http/refusal.ts';
import { type Completion, dueMs, lastDueMs } from './completion.ts';
import { toolCalls } from './tools.ts';

/** The body of a chat completion. */
export function chatBody(completion: Completion): JsonObject {
  const { id, created, model, tokens, calls } = completion;
  const answer =
    calls.length === 0
      ? { content: tokens.join('') }
      : { content: null, tool_calls: toolCalls(calls, tokens) };
  const message = { role: 'assistant', ...answer };
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason(completion) }],
    usage: chatUsage(completion),
  };
}

/** The events of a chat stream: the role, the tokens of the text or of calls, the finish, the usage when requested, [DONE]. */
export function chatEvents(completion: Completion): readonly PlannedEvent[] {
  const { tokens, calls, pace, includeUsage, fails } = completion;
  const content = calls.length === 0 ? '' : null;
  const events: PlannedEvent[] = [
    { data: chunk(completion, { role: 'assistant', content }), dueMs: dueMs(pace, 0) },
  ];
  for (const [index, token] of tokens.entries()) {
    for (const delta of deltasOf(completion, index)) {
      events.push({
        data: chunk(completion, delta),
        dueMs: dueMs(pace, index),
        token: token !== '',
      });
    }
  }
  const endMs = lastDueMs(completion);
  if (fails) return [...events, { data: { error: FAILURE }, dueMs: dueMs(pace, tokens.length) }];
  events.push({ data: chunk(completion, {}, finishReason(completion)), dueMs: endMs });
  if (includeUsage) {
    const data = { ...chunk(completion, {}), choices: [], usage: chatUsage(completion) };
    events.push({ data, dueMs: endMs });
  }
  events.push({ data: DONE, dueMs: endMs });
  return events;
}

/** One for a token; before the first one of a call, another with its id and name. */
function deltasOf({ tokens, calls }: Completion, at: number): readonly JsonObject[] {
  const text = tokens[at] ?? '';
  const index = calls.findLastIndex(({ from }) => from <= at);
  const call = calls[index];
  if (call === undefined) return [{ content: text }];
  const { id, name, from } = call;
  const named = { index, id, type: 'function', function: { name, arguments: '' } };
  const more = { tool_calls: [{ index, function: { arguments: text } }] };
  return from === at ? [{ tool_calls: [named] }, more] : [more];
}

/** Why there are no more tokens, of a completion that does not fail. */
export function finishReason({ cutShort, calls }: Completion): 'stop' | 'length' | 'tool_calls' {
  if (cutShort) return 'length';
  return calls.length === 0 ? 'stop' : 'tool_calls';
}

function chunk(
  { id, created, model, includeUsage }: Completion,
  delta: JsonObject,
  reason: string | null = null,
): JsonObject {
  const object = 'chat.completion.chunk';
  const choices = [{ index: 0, delta, finish_reason: reason }];
  if (!includeUsage) return { id, object, created, model, choices };
  return { id, object, created, model, choices, usage: null };
}

function chatUsage({ inputTokens, tokens }: Completion): JsonObject {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: tokens.length,
    total_tokens: inputTokens + tokens.length,
  };
}
