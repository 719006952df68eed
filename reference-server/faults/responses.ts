import {
  dropsEvents,
  editsCalls,
  editsEventResponses,
  editsEvents,
  editsParts,
  editsResponse,
  refuses,
  sameId,
  streamsAlways,
} from '../edits/answers.ts';
import { allAtEnd, append, editData, editItems, editMember, without } from '../edits/json.ts';
import { after, alters, before } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { Refusal } from '../http/refusal.ts';

const DELTA = 'response.output_text.delta';
const ANY_OBJECT = { type: 'json_object' };

export const responsesFaults: Alterations = {
  'resp-500-all': refuses('responses')('Every responses request returns 500.')(() =>
    Refusal.failed(),
  ),
  'resp-drop-instructions': before('checkResponses')('The instructions never reach the model.')(
    (body) => [{ ...body, instructions: undefined }],
  ),
  'resp-drop-output': editsResponse('A response has no output.')({ output: undefined }),
  'resp-format-ignored': before('checkResponses')('The text.format of a response is ignored.')(
    (body) => [without(body, 'text')],
  ),
  'resp-format-without-schema': before('checkResponses')('The schema of a text.format is lost.')(
    (body) => [body.text === undefined ? body : { ...body, text: { format: ANY_OBJECT } }],
  ),
  'resp-id-constant': sameId('resp_0123456789abcdef')('All responses have the same id.'),
  'resp-item-no-role': editsResponse('The message of a response has no role.')((body) =>
    editItems(body, 'output', (item) => ({ ...item, role: undefined })),
  ),
  'resp-limit-ignored': before('checkResponses')(
    'The max_output_tokens of a response are ignored.',
  )((body) => [without(body, 'max_output_tokens')]),
  'resp-missing-input-200': before('checkResponses')(
    'A responses request without an input returns 200.',
  )((body) => [{ ...body, input: body.input ?? 'Hello.' }]),
  'resp-no-annotations': editsParts('The text parts of a response have no annotations.')({
    annotations: undefined,
  }),
  'resp-no-open-member': editsResponse('A response does not say whether it was stored.')({
    store: undefined,
  }),
  'resp-no-output-text': editsResponse('A response has no output_text.')({
    output_text: undefined,
  }),
  'resp-object-wrong': editsResponse('The object of a response is "responses".')({
    object: 'responses',
  }),
  'resp-output-text-truncated': editsResponse('The output_text is missing its last character.')(
    ({ output_text }) => ({ output_text: String(output_text).slice(0, -1) }),
  ),
  'resp-part-type-text': editsParts('The text of a response is in parts of type "text".')({
    type: 'text',
  }),
  'resp-previous-lost': after('findResponse')(
    'A request that continues a response reaches the model without it.',
  )((_, tenant, id) => ({ id, tenant, items: [] })),
  'resp-previous-of-all': alters('A response can be continued by each tenant.')(
    (_, { responses }) => ({ findResponse: (_tenant, id) => responses.get(id) }),
  ),
  'resp-status-in-progress': editsResponse('A complete response has the status in_progress.')({
    status: 'in_progress',
  }),
  'resp-store-ignored': before('checkResponses')('The store of a response is ignored.')((body) => [
    without(body, 'store'),
  ]),
  'resp-text-ascii': after('checkResponses')(
    'Every character beyond ASCII is a question mark in the text of a response.',
  )((checked) => ({ ...checked, echo: checked.echo.replace(/[^\0-\x7f]/gu, '?') })),
  'resp-tool-arguments-cut': editsCalls('The last character of the arguments of a call is lost.')(
    (call) => ({ arguments: String(call.arguments).slice(0, -1) }),
  ),
  'resp-tool-choice-ignored': before('checkResponses')(
    'The tool_choice and parallel_tool_calls of a response are ignored.',
  )((body) => [without(body, 'tool_choice', 'parallel_tool_calls')]),
  'resp-tool-name-changed': editsCalls('The name of a function that is called has a prefix.')(
    (call) => ({ name: `functions.${call.name}` }),
  ),
  'resp-tool-no-call-id': editsCalls('The calls of a response have no call_id.')({
    call_id: undefined,
  }),
  'resp-tool-output-refused': before('checkResponses')(
    'An item of the type function_call_output is refused.',
  )((body) => [
    editItems(body, 'input', (item) => {
      if (item.type !== 'function_call_output') return item;
      throw Refusal.badField('input', 'The type function_call_output is not known.');
    }),
  ]),
  'resp-usage-null': editsResponse('The token counts of a response are null.')({
    usage: { input_tokens: null, output_tokens: null, total_tokens: null },
  }),
  'resp-usage-total-off': editsResponse('The total_tokens of a response is too high by one.')(
    (body, { inputTokens, tokens }) =>
      editMember(body, 'usage', (usage) => ({
        ...usage,
        total_tokens: inputTokens + tokens.length + 1,
      })),
  ),
  'rst-buffer-all': after('planResponse')('A responses stream is written at its end, all at once.')(
    allAtEnd,
  ),
  'rst-created-no-model': editsEventResponses(
    { model: undefined, created_at: undefined },
    'response.created',
  )('The response of response.created has no model and no created_at.'),
  'rst-delta-no-index': editsEvents(DELTA)(
    'The deltas of a responses stream have no content_index.',
  )(() => ({ content_index: undefined })),
  'rst-done-text-differs': editsEvents('response.output_text.done')(
    'The event response.output_text.done is missing the last delta.',
  )((_, { tokens }) => ({ text: tokens.slice(0, -1).join('') })),
  'rst-done-twice': after('planResponse')('A responses stream ends with two [DONE].')((events) =>
    append(append(events, DONE), DONE),
  ),
  'rst-drop-one-delta': before('planResponse')(
    'The second delta of a responses stream is missing in all events.',
  )((completion) => [{ ...completion, tokens: completion.tokens.toSpliced(1, 1) }]),
  'rst-event-name-mismatch': after('planResponse')('The event: line of a delta is response.delta.')(
    (events) =>
      events.map((event) => (event.name === DELTA ? { ...event, name: 'response.delta' } : event)),
  ),
  'rst-final-output-empty': editsEventResponses(
    { output: [] },
    'response.completed',
  )('The event response.completed has an empty output.'),
  'rst-ignore-stream': streamsAlways(
    'responses',
    false,
  )('A responses request with the stream switch on returns one body.'),
  'rst-item-id-mismatch': editsEvents(DELTA)(
    'Deltas have the id of another item than the announced one.',
  )(() => ({ item_id: 'msg_other' })),
  'rst-missing-part-done': dropsEvents('response.content_part.done')(
    'A responses stream has no response.content_part.done.',
  ),
  'rst-no-created': dropsEvents(
    'response.created',
    'response.in_progress',
  )('A responses stream starts with its first item.'),
  'rst-no-terminal': dropsEvents(
    'response.completed',
    'response.incomplete',
  )('A responses stream ends without a terminal event.'),
  'rst-object-wrong': editsEventResponses({ object: 'chat.completion' })(
    'The object of the response in the events of a stream is "chat.completion".',
  ),
  'rst-seq-repeat': after('planResponse')(
    'Two events of a responses stream have the same sequence_number.',
  )((events) =>
    editData(events, (data, _event, index) =>
      index === 3 ? { ...data, sequence_number: index - 1 } : data,
    ),
  ),
  'rst-silent-truncate': dropsEvents(
    'error',
    'response.failed',
  )('A failed responses stream ends without an error.'),
  'rst-tool-arguments-differ': editsEvents('response.function_call_arguments.done')(
    'The arguments in function_call_arguments.done are missing their last character.',
  )((data) => ({ arguments: String(data.arguments).slice(0, -1) })),
};
