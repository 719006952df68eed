import { streamsAlways } from '../edits/answers.ts';
import { allAtEnd, append, editData } from '../edits/json.ts';
import { after, before } from '../edits/steps.ts';
import { dropsEvents, editsEventResponses, editsEvents } from '../edits/streams.ts';
import type { Alterations } from '../hooks.ts';
import { DONE } from '../http/answer.ts';

const LOST = 1;

const REPEATED = 3;

const DELTA = 'response.output_text.delta';

export const responsesStreamFaults: Alterations = {
  'rst-buffer-all': after('planResponse')(
    'A responses stream is written at its end, all at once.',
    allAtEnd,
  ),
  'rst-created-no-model': editsEventResponses(
    'The response of response.created has no model and no created_at.',
    { model: undefined, created_at: undefined },
    'response.created',
  ),
  'rst-delta-no-index': editsEvents(
    'The deltas of a responses stream have no content_index.',
    DELTA,
    () => ({ content_index: undefined }),
  ),
  'rst-done-text-differs': editsEvents(
    'The event response.output_text.done is missing the last delta.',
    'response.output_text.done',
    (_, { tokens }) => ({ text: tokens.slice(0, -1).join('') }),
  ),
  'rst-done-twice': after('planResponse')('A responses stream ends with two [DONE].', (events) =>
    append(append(events, DONE), DONE),
  ),
  'rst-drop-one-delta': before('planResponse')(
    'The second delta of a responses stream is missing in all events.',
    (completion) => [{ ...completion, tokens: completion.tokens.toSpliced(LOST, 1) }],
  ),
  'rst-event-name-mismatch': after('planResponse')(
    'The event: line of a delta is response.delta.',
    (events) =>
      events.map((event) => (event.name === DELTA ? { ...event, name: 'response.delta' } : event)),
  ),
  'rst-final-output-empty': editsEventResponses(
    'The event response.completed has an empty output.',
    { output: [] },
    'response.completed',
  ),
  'rst-ignore-stream': streamsAlways(
    'A responses request with the stream switch on returns one body.',
    'responses',
    false,
  ),
  'rst-item-id-mismatch': editsEvents(
    'Deltas have the id of another item than the announced one.',
    DELTA,
    () => ({ item_id: 'msg_other' }),
  ),
  'rst-missing-part-done': dropsEvents(
    'A responses stream has no response.content_part.done.',
    'response.content_part.done',
  ),
  'rst-no-created': dropsEvents(
    'A responses stream starts with its first item.',
    'response.created',
    'response.in_progress',
  ),
  'rst-no-terminal': dropsEvents(
    'A responses stream ends without a terminal event.',
    'response.completed',
    'response.incomplete',
  ),
  'rst-object-wrong': editsEventResponses(
    'The object of the response in the events of a stream is "chat.completion".',
    { object: 'chat.completion' },
  ),
  'rst-seq-repeat': after('planResponse')(
    'Two events of a responses stream have the same sequence_number.',
    (events) =>
      editData(events, (data, _event, index) =>
        index === REPEATED ? { ...data, sequence_number: index - 1 } : data,
      ),
  ),
  'rst-silent-truncate': dropsEvents(
    'A failed responses stream ends without an error.',
    'error',
    'response.failed',
  ),
};
