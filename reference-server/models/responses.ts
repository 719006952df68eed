import type { PlannedEvent } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { FAILURE } from '../http/refusal.ts';
import { type Choice, type Completion, dueMs, lastDueMs } from './completion.ts';

type Ending = 'completed' | 'incomplete';
type Status = 'in_progress' | Ending | 'failed';

/** The body of a response. */
export function responseBody(completion: Completion): JsonObject {
  return response(completion, endingOf(completion));
}

/** The events of a response stream, in the order of the Open Responses specification. */
export function responseEvents(completion: Completion): readonly PlannedEvent[] {
  const { calls, fails, pace, tokens } = completion;
  const ending = endingOf(completion);
  const endMs = fails ? dueMs(pace, tokens.length) : lastDueMs(completion, completion);
  const closing: Typed = { type: `response.${ending}`, response: response(completion, ending) };
  return [
    event(0, { type: 'response.created', response: response(completion, 'in_progress') }),
    event(0, { type: 'response.in_progress', response: response(completion, 'in_progress') }),
    ...(calls.length === 0
      ? textEvents(completion, ending, endMs)
      : calls.flatMap((_, at) => callEvents(completion, ending, at))),
    ...(fails ? failed(completion) : [closing]).map((data) => event(endMs, data)),
  ].map((each, index) => {
    const { type, ...members } = each.data;
    return { ...each, name: type, data: { type, sequence_number: index, ...members } };
  });
}

interface Step {
  readonly data: Typed;
  readonly dueMs: number;
  readonly token?: boolean;
}

function event(atMs: number, data: Typed): Step {
  return { data, dueMs: atMs };
}

function textEvents(completion: Completion, ending: Ending, endMs: number): readonly Step[] {
  const { tokens, pace, fails, refuses } = completion;
  const text = tokens.join('');
  const [name, whole, more] = refuses
    ? ['refusal', { refusal: text }, {}]
    : ['output_text', { text, logprobs: [] }, { logprobs: [] }];
  const place = { item_id: messageId(completion), output_index: 0, content_index: 0 };
  const added = { output_index: 0, item: messageItem(completion, 'in_progress') };
  const done = { output_index: 0, item: messageItem(completion, ending) };
  const closed: readonly Typed[] = [
    { type: `response.${name}.done`, ...place, ...whole },
    { type: 'response.content_part.done', ...place, part: part(completion, text) },
    { type: 'response.output_item.done', ...done },
  ];
  return [
    event(0, { type: 'response.output_item.added', ...added }),
    event(0, { type: 'response.content_part.added', ...place, part: part(completion, '') }),
    ...tokens.map((delta, index) => ({
      data: { type: `response.${name}.delta`, ...place, delta, ...more },
      dueMs: dueMs(pace, index),
      token: delta !== '',
    })),
    ...(fails ? [] : closed).map((data) => event(endMs, data)),
  ];
}

/** The events of one call, with its first token and with its last. */
function callEvents(completion: Completion, ending: Ending, at: number): readonly Step[] {
  const { calls, tokens, pace } = completion;
  const { from = 0, to = 0 } = calls[at] ?? {};
  const item = callItems(completion, ending)[at];
  const place = { item_id: item?.id, output_index: at };
  const pieces = tokens.slice(from, to);
  const begun = { ...item, status: 'in_progress', arguments: '' };
  const closed: readonly Typed[] = [
    { type: 'response.function_call_arguments.done', ...place, arguments: pieces.join('') },
    { type: 'response.output_item.done', output_index: at, item },
  ];
  return [
    event(dueMs(pace, from), { type: 'response.output_item.added', output_index: at, item: begun }),
    ...pieces.map((delta, index) => ({
      data: { type: 'response.function_call_arguments.delta', ...place, delta },
      dueMs: dueMs(pace, from + index),
      token: delta !== '',
    })),
    ...closed.map((data) => event(dueMs(pace, Math.max(from, to - 1)), data)),
  ];
}

function endingOf({ cutShort }: Completion): Ending {
  return cutShort ? 'incomplete' : 'completed';
}

type Typed = JsonObject & { readonly type: string };

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
  const { id, created, model, tokens, calls, refuses, inputTokens, requested } = completion;
  const done = status === 'completed' || status === 'incomplete';
  const outputTokens = status === 'in_progress' ? 0 : tokens.length;
  return {
    id,
    object: 'response',
    created_at: created,
    completed_at: status === 'completed' ? created : null,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model,
    output: done ? outputOf(completion, status) : [],
    output_text: done && calls.length === 0 && !refuses ? tokens.join('') : '',
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
    ...REQUESTED,
    ...requested,
  };
}

/** What a response repeats of its request, with the values where the request does not say it. */
export const REPEATED = {
  instructions: null,
  tools: [],
  tool_choice: 'auto',
  parallel_tool_calls: true,
  text: { format: { type: 'text' } },
  truncation: 'disabled',
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  top_logprobs: 0,
  reasoning: null,
  user: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  previous_response_id: null,
  store: true,
  safety_identifier: null,
  prompt_cache_key: null,
} as const;

/** With the members of `response` all that Open Responses requires (ResponseResource). */
export const REQUESTED = {
  ...REPEATED,
  background: false,
  service_tier: 'default',
} as const;

/** The items of a response. */
export function outputOf(
  completion: Completion,
  status = endingOf(completion),
): readonly JsonObject[] {
  if (completion.calls.length > 0) return callItems(completion, status);
  return [messageItem(completion, status)];
}

function messageItem(completion: Completion, status: 'in_progress' | Ending): JsonObject {
  const content = status === 'in_progress' ? [] : [part(completion, completion.tokens.join(''))];
  return { id: messageId(completion), type: 'message', status, role: 'assistant', content };
}

function part({ refuses }: Choice, text: string): JsonObject {
  if (refuses) return { type: 'refusal', refusal: text };
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function messageId({ id }: Completion): string {
  return id.replace(/^resp_/, 'msg_');
}

function callItems({ calls, tokens }: Completion, status: Ending): readonly JsonObject[] {
  return calls.map(({ id, name, from, to }) => ({
    id: id.replace(/^call_/, 'fc_'),
    type: 'function_call',
    status,
    call_id: id,
    name,
    arguments: tokens.slice(from, to).join(''),
  }));
}
