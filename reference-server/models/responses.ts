import type { PlannedEvent } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { FAILURE } from '../http/refusal.ts';
import { type Completion, dueMs, lastDueMs } from './completion.ts';

type Ending = 'completed' | 'incomplete';
type Status = 'in_progress' | Ending | 'failed';

/** The body of a response. */
export function responseBody(completion: Completion): JsonObject {
  return response(completion, endingOf(completion));
}

/** The events of a response stream, in the order of the Open Responses specification. */
export function responseEvents(completion: Completion): readonly PlannedEvent[] {
  const text = completion.tokens.join('');
  const ending = endingOf(completion);
  const place = { item_id: itemId(completion), output_index: 0, content_index: 0 };
  const opened = [
    { type: 'response.created', response: response(completion, 'in_progress') },
    { type: 'response.in_progress', response: response(completion, 'in_progress') },
    { type: 'response.output_item.added', output_index: 0, item: item(completion, 'in_progress') },
    { type: 'response.content_part.added', ...place, part: part('') },
  ];
  const deltas = completion.tokens.map((delta) => ({
    type: 'response.output_text.delta',
    ...place,
    delta,
    logprobs: [],
  }));
  const closed = [
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: part(text) },
    { type: 'response.output_item.done', output_index: 0, item: item(completion, ending) },
    { type: `response.${ending}`, response: response(completion, ending) },
  ];
  return schedule(completion, opened, deltas, completion.fails ? failed(completion) : closed);
}

function endingOf({ cutShort }: Completion): Ending {
  return cutShort ? 'incomplete' : 'completed';
}

type Typed = JsonObject & { readonly type: string };

function schedule(
  { pace, tokens, fails, ...completion }: Completion,
  opened: readonly Typed[],
  deltas: readonly Typed[],
  closed: readonly Typed[],
): readonly PlannedEvent[] {
  const endMs = fails ? dueMs(pace, tokens.length) : lastDueMs({ pace, tokens, ...completion });
  const at = (index: number): number => {
    const token = index - opened.length;
    if (token < 0) return 0;
    return token < deltas.length ? dueMs(pace, token) : endMs;
  };
  return [...opened, ...deltas, ...closed].map(({ type, ...members }, index) => ({
    name: type,
    data: { type, sequence_number: index, ...members },
    dueMs: at(index),
    token: type === 'response.output_text.delta' && members.delta !== '',
  }));
}

function failed(completion: Completion): readonly Typed[] {
  const { message, code } = FAILURE;
  const failedResponse = { ...response(completion, 'failed'), error: { code, message } };
  return [
    { type: 'error', code, message, param: null },
    { type: 'response.failed', response: failedResponse },
  ];
}

/** While it is in progress a response has no output yet. */
function response(completion: Completion, status: Status): JsonObject {
  const { id, created, model, tokens, inputTokens } = completion;
  const done = status === 'completed' || status === 'incomplete';
  const outputTokens = status === 'in_progress' ? 0 : tokens.length;
  return {
    id,
    object: 'response',
    created_at: created,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model,
    output: done ? [item(completion, status)] : [],
    output_text: done ? tokens.join('') : '',
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

function item(completion: Completion, status: 'in_progress' | Ending): JsonObject {
  const content = status === 'in_progress' ? [] : [part(completion.tokens.join(''))];
  return { id: itemId(completion), type: 'message', status, role: 'assistant', content };
}

function part(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function itemId({ id }: Completion): string {
  return id.replace(/^resp_/, 'msg_');
}
