import { streamsAlways } from '../edits/answers.ts';
import { dropsEvents, editsEvents, plansResponse } from '../edits/streams.ts';
import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { allAtEnd, append, editData } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

const LOST = 1;

const REPEATED = 3;

export const responsesStreamFaults: readonly Alteration[] = [
  plansResponse(
    'rst-buffer-all',
    'A responses stream is written at its end, all at once.',
    allAtEnd,
  ),
  editsEvents(
    'rst-created-no-model',
    'The response of response.created has no model and no created_at.',
    'response.created',
    ({ response }) => ({
      response: isJsonObject(response)
        ? { ...response, model: undefined, created_at: undefined }
        : undefined,
    }),
  ),
  editsEvents(
    'rst-delta-no-index',
    'The deltas of a responses stream have no content_index.',
    'response.output_text.delta',
    () => ({ content_index: undefined }),
  ),
  editsEvents(
    'rst-done-text-differs',
    'The event response.output_text.done is missing the last delta.',
    'response.output_text.done',
    (_, { tokens }) => ({ text: tokens.slice(0, -1).join('') }),
  ),
  plansResponse('rst-done-twice', 'A responses stream ends with two [DONE].', (events) =>
    append(append(events, DONE), DONE),
  ),
  {
    id: 'rst-drop-one-delta',
    summary: 'The second delta of a responses stream is missing in all events.',
    hooks: ({ planResponse }) => ({
      planResponse(completion) {
        const tokens = completion.tokens.filter((_token, index) => index !== LOST);
        return planResponse({ ...completion, tokens });
      },
    }),
  },
  plansResponse(
    'rst-event-name-mismatch',
    'The event: line of a delta is response.delta.',
    (events) =>
      events.map((event) =>
        event.name === 'response.output_text.delta' ? { ...event, name: 'response.delta' } : event,
      ),
  ),
  editsEvents(
    'rst-final-output-empty',
    'The event response.completed has an empty output.',
    'response.completed',
    ({ response }) => ({
      response: isJsonObject(response) ? { ...response, output: [] } : undefined,
    }),
  ),
  streamsAlways(
    'rst-ignore-stream',
    'A responses request with the stream switch on returns one body.',
    'responses',
    false,
  ),
  editsEvents(
    'rst-item-id-mismatch',
    'Deltas have the id of another item than the announced one.',
    'response.output_text.delta',
    () => ({ item_id: 'msg_other' }),
  ),
  dropsEvents(
    'rst-missing-part-done',
    'A responses stream has no response.content_part.done.',
    'response.content_part.done',
  ),
  dropsEvents(
    'rst-no-created',
    'A responses stream starts with its first item.',
    'response.created',
    'response.in_progress',
  ),
  dropsEvents(
    'rst-no-terminal',
    'A responses stream ends without a terminal event.',
    'response.completed',
    'response.incomplete',
  ),
  plansResponse(
    'rst-object-wrong',
    'The object of the response in the events of a stream is "chat.completion".',
    (events) =>
      editData(events, (data) =>
        isJsonObject(data.response)
          ? { ...data, response: { ...data.response, object: 'chat.completion' } }
          : data,
      ),
  ),
  plansResponse(
    'rst-seq-repeat',
    'Two events of a responses stream have the same sequence_number.',
    (events) =>
      editData(events, (data, _event, index) =>
        index === REPEATED ? { ...data, sequence_number: index - 1 } : data,
      ),
  ),
  dropsEvents(
    'rst-silent-truncate',
    'A failed responses stream ends without an error.',
    'error',
    'response.failed',
  ),
];
