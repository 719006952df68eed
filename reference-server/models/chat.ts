import { DONE, type PlannedEvent } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { FAILURE } from '../http/refusal.ts';
import { type Completion, dueMs, lastDueMs } from './completion.ts';

/** The body of a chat completion. */
export function chatBody(completion: Completion): JsonObject {
  const { id, created, model, tokens } = completion;
  const message = { role: 'assistant', content: tokens.join('') };
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason(completion) }],
    usage: chatUsage(completion),
  };
}

/** The events of a chat stream: the role, the tokens, the finish, the usage when requested, [DONE]. */
export function chatEvents(completion: Completion): readonly PlannedEvent[] {
  const { tokens, pace, includeUsage, fails } = completion;
  const events: PlannedEvent[] = [
    { data: chunk(completion, { role: 'assistant', content: '' }), dueMs: dueMs(pace, 0) },
  ];
  for (const [index, content] of tokens.entries()) {
    const data = chunk(completion, { content });
    events.push({ data, dueMs: dueMs(pace, index), token: content !== '' });
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

/** Why there are no more tokens, of a completion that does not fail. */
export function finishReason({ cutShort }: Completion): 'stop' | 'length' {
  return cutShort ? 'length' : 'stop';
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
