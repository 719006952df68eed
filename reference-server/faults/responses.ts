import type { Alteration } from '../hooks.ts';
import { editParts } from '../http/edit-parts.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import { refuseEveryNth } from '../refuse-every-nth.ts';

export const responsesFaults: readonly Alteration[] = [
  {
    id: 'resp-500-all',
    summary: 'Every responses request returns 500.',
    hooks: ({ limit }) => ({
      limit: refuseEveryNth(limit, {
        operation: 'responses',
        every: 1,
        refusal: Refusal.failed(),
      }),
    }),
  },
  {
    id: 'resp-drop-instructions',
    summary: 'The instructions never reach the model.',
    hooks: ({ checkResponses }) => ({
      checkResponses: (body) => checkResponses({ ...body, instructions: undefined }),
    }),
  },
  {
    id: 'resp-drop-output',
    summary: 'A response has no output.',
    hooks: ({ presentResponse }) => ({
      presentResponse(completion) {
        const { output: _, ...body } = presentResponse(completion);
        return body;
      },
    }),
  },
  {
    id: 'resp-id-constant',
    summary: 'All responses have the same id.',
    hooks: ({ newId }) => ({
      newId: (prefix) => (prefix === 'resp_' ? 'resp_0123456789abcdef' : newId(prefix)),
    }),
  },
  {
    id: 'resp-item-no-role',
    summary: 'The message of a response has no role.',
    hooks: ({ presentResponse }) => ({
      presentResponse(completion) {
        const body = presentResponse(completion);
        const items = Array.isArray(body.output) ? body.output.filter(isJsonObject) : [];
        return { ...body, output: items.map((item) => ({ ...item, role: undefined })) };
      },
    }),
  },
  {
    id: 'resp-missing-input-200',
    summary: 'A responses request without an input returns 200.',
    hooks: ({ checkResponses }) => ({
      checkResponses: (body) => checkResponses({ ...body, input: body.input ?? 'Hello.' }),
    }),
  },
  {
    id: 'resp-no-annotations',
    summary: 'The text parts of a response have no annotations.',
    hooks: ({ presentResponse }) => ({
      presentResponse: (completion) =>
        editParts(presentResponse(completion), (part) => ({ ...part, annotations: undefined })),
    }),
  },
  {
    id: 'resp-no-output-text',
    summary: 'A response has no output_text.',
    hooks: ({ presentResponse }) => ({
      presentResponse(completion) {
        const { output_text: _, ...body } = presentResponse(completion);
        return body;
      },
    }),
  },
  {
    id: 'resp-object-wrong',
    summary: 'The object of a response is "responses".',
    hooks: ({ presentResponse }) => ({
      presentResponse: (completion) => ({ ...presentResponse(completion), object: 'responses' }),
    }),
  },
  {
    id: 'resp-output-text-truncated',
    summary: 'The output_text is missing its last character.',
    hooks: ({ presentResponse }) => ({
      presentResponse: (completion) => ({
        ...presentResponse(completion),
        output_text: completion.tokens.join('').slice(0, -1),
      }),
    }),
  },
  {
    id: 'resp-part-type-text',
    summary: 'The text of a response is in parts of type "text".',
    hooks: ({ presentResponse }) => ({
      presentResponse: (completion) =>
        editParts(presentResponse(completion), (part) => ({ ...part, type: 'text' })),
    }),
  },
  {
    id: 'resp-status-in-progress',
    summary: 'A complete response has the status in_progress.',
    hooks: ({ presentResponse }) => ({
      presentResponse: (completion) => ({ ...presentResponse(completion), status: 'in_progress' }),
    }),
  },
  {
    id: 'resp-usage-null',
    summary: 'The token counts of a response are null.',
    hooks: ({ presentResponse }) => ({
      presentResponse(completion) {
        const usage = { input_tokens: null, output_tokens: null, total_tokens: null };
        return { ...presentResponse(completion), usage };
      },
    }),
  },
  {
    id: 'resp-usage-total-off',
    summary: 'The total_tokens of a response is too high by one.',
    hooks: ({ presentResponse }) => ({
      presentResponse(completion) {
        const [input, output] = [completion.inputTokens, completion.tokens.length];
        const usage = {
          input_tokens: input,
          output_tokens: output,
          total_tokens: input + output + 1,
        };
        return { ...presentResponse(completion), usage };
      },
    }),
  },
];
