import { DONE, type PlannedEvent } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { FAILURE } from '../http/refusal.ts';
import { type Choice, type Completion, dueMs, lastDueMs } from './completion.ts';
import { logprobsOf } from './logprobs.ts';
import { toolCalls } from './tools.ts';

/** The body of a chat completion. */
export function chatBody(completion: Completion): JsonObject {
  const { id, created, model, alternatives } = completion;
  const choices = choicesOf(completion).map((choice, index) => {
    const { tokens } = choice;
    const message = { role: 'assistant', ...answerOf(choice) };
    const logprobs = isText(choice) ? logprobsOf(tokens, alternatives) : {};
    return { index, message, ...logprobs, finish_reason: finishReason(choice) };
  });
  const usage = chatUsage(completion);
  return { id, object: 'chat.completion', created, model, choices, usage };
}

/**
 * The events of a chat stream: the role, the tokens of the text or of calls and the finish of each
 * choice, then the usage when requested, and [DONE]. Choices are written beside each other.
 */
export function chatEvents(completion: Completion): readonly PlannedEvent[] {
  const { tokens, pace, includeUsage, fails } = completion;
  const choices = choicesOf(completion);
  const events = choices
    .flatMap((choice, index) => choiceEvents(completion, choice, index))
    .toSorted((one, other) => one.dueMs - other.dueMs);
  if (fails) return [...events, { data: { error: FAILURE }, dueMs: dueMs(pace, tokens.length) }];
  const endMs = lastDueMs(completion, ...choices);
  if (includeUsage) {
    const data = { ...chunk(completion, {}), choices: [], usage: chatUsage(completion) };
    events.push({ data, dueMs: endMs });
  }
  events.push({ data: DONE, dueMs: endMs });
  return events;
}

function choiceEvents(
  completion: Completion,
  choice: Choice,
  index: number,
): readonly PlannedEvent[] {
  const { pace, fails, alternatives } = completion;
  const { tokens } = choice;
  const content = isText(choice) ? '' : null;
  const events: PlannedEvent[] = [
    {
      data: chunk(completion, { index, delta: { role: 'assistant', content } }),
      dueMs: dueMs(pace, 0),
    },
  ];
  for (const [at, token] of tokens.entries()) {
    const logprobs = isText(choice) ? logprobsOf([token], alternatives) : {};
    for (const delta of deltasOf(choice, at)) {
      events.push({
        data: chunk(completion, { index, delta, ...logprobs }),
        dueMs: dueMs(pace, at),
        token: token !== '',
      });
    }
  }
  if (fails) return events;
  const data = chunk(completion, { index, delta: {}, finish_reason: finishReason(choice) });
  return [...events, { data, dueMs: lastDueMs(completion, choice) }];
}

function choicesOf(completion: Completion): readonly Choice[] {
  return [completion, ...completion.others];
}

function isText({ calls, refuses }: Choice): boolean {
  return calls.length === 0 && !refuses;
}

function answerOf({ tokens, calls, refuses }: Choice): JsonObject {
  if (calls.length > 0) return { content: null, tool_calls: toolCalls(calls, tokens) };
  const text = tokens.join('');
  return refuses ? { content: null, refusal: text } : { content: text };
}

/** One for a token; before the first one of a call, another with its id and name. */
function deltasOf({ tokens, calls, refuses }: Choice, at: number): readonly JsonObject[] {
  const text = tokens[at] ?? '';
  if (refuses) return [{ refusal: text }];
  const index = calls.findLastIndex(({ from }) => from <= at);
  const call = calls[index];
  if (call === undefined) return [{ content: text }];
  const { id, name, from } = call;
  const named = { index, id, type: 'function', function: { name, arguments: '' } };
  const more = { tool_calls: [{ index, function: { arguments: text } }] };
  return from === at ? [{ tool_calls: [named] }, more] : [more];
}

/** Why there are no more tokens, of a choice that does not fail. */
export function finishReason({ cutShort, calls }: Choice): 'stop' | 'length' | 'tool_calls' {
  if (cutShort) return 'length';
  return calls.length === 0 ? 'stop' : 'tool_calls';
}

function chunk({ id, created, model, includeUsage }: Completion, choice: JsonObject): JsonObject {
  const object = 'chat.completion.chunk';
  const choices = [{ ...choice, finish_reason: choice.finish_reason ?? null }];
  if (!includeUsage) return { id, object, created, model, choices };
  return { id, object, created, model, choices, usage: null };
}

function chatUsage(completion: Completion): JsonObject {
  const { inputTokens } = completion;
  const written = choicesOf(completion).reduce((sum, { tokens }) => sum + tokens.length, 0);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: written,
    total_tokens: inputTokens + written,
  };
}
