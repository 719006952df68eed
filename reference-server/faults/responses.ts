import { editsParts, editsResponse, sameId } from '../edits/answers.ts';
import { editItems, editMember } from '../edits/json.ts';
import { refuses } from '../edits/requests.ts';
import { after, before } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const responsesFaults: Alterations = {
  'resp-500-all': refuses('Every responses request returns 500.', { operation: 'responses' }, () =>
    Refusal.failed(),
  ),
  'resp-drop-instructions': before('checkResponses')(
    'The instructions never reach the model.',
    (body) => [{ ...body, instructions: undefined }],
  ),
  'resp-drop-output': editsResponse('A response has no output.', { output: undefined }),
  'resp-id-constant': sameId('All responses have the same id.', 'resp_0123456789abcdef'),
  'resp-item-no-role': editsResponse('The message of a response has no role.', (body) =>
    editItems(body, 'output', (item) => ({ ...item, role: undefined })),
  ),
  'resp-missing-input-200': before('checkResponses')(
    'A responses request without an input returns 200.',
    (body) => [{ ...body, input: body.input ?? 'Hello.' }],
  ),
  'resp-no-annotations': editsParts('The text parts of a response have no annotations.', {
    annotations: undefined,
  }),
  'resp-no-output-text': editsResponse('A response has no output_text.', {
    output_text: undefined,
  }),
  'resp-object-wrong': editsResponse('The object of a response is "responses".', {
    object: 'responses',
  }),
  'resp-output-text-truncated': editsResponse(
    'The output_text is missing its last character.',
    (_, { tokens }) => ({ output_text: tokens.join('').slice(0, -1) }),
  ),
  'resp-part-type-text': editsParts('The text of a response is in parts of type "text".', {
    type: 'text',
  }),
  'resp-status-in-progress': editsResponse('A complete response has the status in_progress.', {
    status: 'in_progress',
  }),
  'resp-text-ascii': after('checkResponses')(
    'Every character beyond ASCII is a question mark in the text of a response.',
    (checked) => ({ ...checked, echo: checked.echo.replace(/[^\0-\x7f]/gu, '?') }),
  ),
  'resp-usage-null': editsResponse('The token counts of a response are null.', {
    usage: { input_tokens: null, output_tokens: null, total_tokens: null },
  }),
  'resp-usage-total-off': editsResponse(
    'The total_tokens of a response is too high by one.',
    (body, { inputTokens, tokens }) =>
      editMember(body, 'usage', (usage) => ({
        ...usage,
        total_tokens: inputTokens + tokens.length + 1,
      })),
  ),
};
