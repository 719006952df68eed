import type { Alteration } from '../hooks.ts';
import { DONE } from '../http/answer.ts';
import { allAtEnd, append, editData } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';

const LOST = 1;

const OPENING = new Set(['response.created', 'response.in_progress']);

const ENDS = new Set(['response.completed', 'response.incomplete']);

const REPEATED = 3;

const FAILURES = new Set(['error', 'response.failed']);

export const responsesStreamFaults: readonly Alteration[] = [
  {
    id: 'rst-buffer-all',
    summary: 'A responses stream is written at its end, all at once.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) => allAtEnd(planResponse(completion)),
    }),
  },
  {
    id: 'rst-created-no-model',
    summary: 'The response of response.created has no model and no created_at.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        editData(planResponse(completion), (data, { name }) => {
          if (name !== 'response.created' || !isJsonObject(data.response)) return data;
          const { model: _, created_at: __, ...response } = data.response;
          return { ...data, response };
        }),
    }),
  },
  {
    id: 'rst-delta-no-index',
    summary: 'The deltas of a responses stream have no content_index.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        editData(planResponse(completion), (data, { name }) => {
          const { content_index: _, ...others } = data;
          return name === 'response.output_text.delta' ? others : data;
        }),
    }),
  },
  {
    id: 'rst-done-text-differs',
    summary: 'The event response.output_text.done is missing the last delta.',
    hooks: ({ planResponse }) => ({
      planResponse(completion) {
        const text = completion.tokens.slice(0, -1).join('');
        return editData(planResponse(completion), (data, { name }) =>
          name === 'response.output_text.done' ? { ...data, text } : data,
        );
      },
    }),
  },
  {
    id: 'rst-done-twice',
    summary: 'A responses stream ends with two [DONE].',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) => append(append(planResponse(completion), DONE), DONE),
    }),
  },
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
  {
    id: 'rst-event-name-mismatch',
    summary: 'The event: line of a delta is response.delta.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        planResponse(completion).map(({ name, data, dueMs, token }) => ({
          name: name === 'response.output_text.delta' ? 'response.delta' : name,
          data,
          dueMs,
          token,
        })),
    }),
  },
  {
    id: 'rst-final-output-empty',
    summary: 'The event response.completed has an empty output.',
    hooks: ({ planResponse, presentResponse }) => ({
      planResponse(completion) {
        const response = { ...presentResponse(completion), output: [] };
        return editData(planResponse(completion), (data, { name }) =>
          name === 'response.completed' ? { ...data, response } : data,
        );
      },
    }),
  },
  {
    id: 'rst-ignore-stream',
    summary: 'A responses request with the stream switch on returns one body.',
    hooks: ({ wantsStream }) => ({
      wantsStream: (body, operation) => operation !== 'responses' && wantsStream(body, operation),
    }),
  },
  {
    id: 'rst-item-id-mismatch',
    summary: 'Deltas have the id of another item than the announced one.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        editData(planResponse(completion), (data, { name }) =>
          name === 'response.output_text.delta' ? { ...data, item_id: 'msg_other' } : data,
        ),
    }),
  },
  {
    id: 'rst-missing-part-done',
    summary: 'A responses stream has no response.content_part.done.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        planResponse(completion).filter(({ name }) => name !== 'response.content_part.done'),
    }),
  },
  {
    id: 'rst-no-created',
    summary: 'A responses stream starts with its first item.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        planResponse(completion).filter(({ name = '' }) => !OPENING.has(name)),
    }),
  },
  {
    id: 'rst-no-terminal',
    summary: 'A responses stream ends without a terminal event.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        planResponse(completion).filter(({ name = '' }) => !ENDS.has(name)),
    }),
  },
  {
    id: 'rst-object-wrong',
    summary: 'The object of the response in the events of a stream is "chat.completion".',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        editData(planResponse(completion), (data) => {
          const { response } = data;
          if (!isJsonObject(response)) return data;
          return { ...data, response: { ...response, object: 'chat.completion' } };
        }),
    }),
  },
  {
    id: 'rst-seq-repeat',
    summary: 'Two events of a responses stream have the same sequence_number.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        editData(planResponse(completion), (data, _event, index) =>
          index === REPEATED ? { ...data, sequence_number: index - 1 } : data,
        ),
    }),
  },
  {
    id: 'rst-silent-truncate',
    summary: 'A failed responses stream ends without an error.',
    hooks: ({ planResponse }) => ({
      planResponse: (completion) =>
        planResponse(completion).filter(({ name = '' }) => !FAILURES.has(name)),
    }),
  },
];
