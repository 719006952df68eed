import { editsParts, editsResponse, sameId } from '../edits/answers.ts';
import { readsResponse, refuses } from '../edits/requests.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

export const responsesFaults: readonly Alteration[] = [
  refuses('resp-500-all', 'Every responses request returns 500.', 'responses', Refusal.failed()),
  readsResponse('resp-drop-instructions', 'The instructions never reach the model.', (body) => ({
    ...body,
    instructions: undefined,
  })),
  editsResponse('resp-drop-output', 'A response has no output.', { output: undefined }),
  sameId('resp-id-constant', 'All responses have the same id.', 'resp_0123456789abcdef'),
  editsResponse('resp-item-no-role', 'The message of a response has no role.', ({ output }) => {
    const items = Array.isArray(output) ? output.filter(isJsonObject) : [];
    return { output: items.map((item) => ({ ...item, role: undefined })) };
  }),
  readsResponse(
    'resp-missing-input-200',
    'A responses request without an input returns 200.',
    (body) => ({
      ...body,
      input: body.input ?? 'Hello.',
    }),
  ),
  editsParts('resp-no-annotations', 'The text parts of a response have no annotations.', {
    annotations: undefined,
  }),
  editsResponse('resp-no-output-text', 'A response has no output_text.', {
    output_text: undefined,
  }),
  editsResponse('resp-object-wrong', 'The object of a response is "responses".', {
    object: 'responses',
  }),
  editsResponse(
    'resp-output-text-truncated',
    'The output_text is missing its last character.',
    (_, { tokens }) => ({ output_text: tokens.join('').slice(0, -1) }),
  ),
  editsParts('resp-part-type-text', 'The text of a response is in parts of type "text".', {
    type: 'text',
  }),
  editsResponse('resp-status-in-progress', 'A complete response has the status in_progress.', {
    status: 'in_progress',
  }),
  {
    id: 'resp-text-ascii',
    summary: 'Every character beyond ASCII is a question mark in the text of a response.',
    hooks: ({ checkResponses }) => ({
      checkResponses(body) {
        const checked = checkResponses(body);
        return { ...checked, echo: checked.echo.replace(/[^\0-\x7f]/gu, '?') };
      },
    }),
  },
  editsResponse('resp-usage-null', 'The token counts of a response are null.', {
    usage: { input_tokens: null, output_tokens: null, total_tokens: null },
  }),
  editsResponse(
    'resp-usage-total-off',
    'The total_tokens of a response is too high by one.',
    (_, { inputTokens: input_tokens, tokens: { length: output_tokens } }) => ({
      usage: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens + 1 },
    }),
  ),
];
