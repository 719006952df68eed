import { editsChoices } from '../edits/answers.ts';
import { editsAllChoices, ignores } from '../edits/chats.ts';
import { editItems, editMember, without } from '../edits/json.ts';
import { before } from '../edits/steps.ts';
import type { Alterations } from '../hooks.ts';
import { isJsonObject } from '../http/json.ts';

export const chatFormatsFaults: Alterations = {
  'chat-format-ignored': ignores('response_format')('The response_format of a chat is ignored.'),
  'chat-format-without-schema': before('checkChat')('The schema of a response_format is lost.')(
    (body) => [
      isJsonObject(body.response_format)
        ? { ...body, response_format: { type: 'json_object' } }
        : body,
    ],
  ),
  'chat-choices-ignored': ignores('n')('The n of a chat is ignored: it has one choice.'),
  'chat-limit-ignored': ignores(
    'max_tokens',
    'max_completion_tokens',
  )('The max_tokens of a chat are ignored.'),
  'chat-logprobs-bare': editsAllChoices('The tokens of logprobs have no top_logprobs.')((choice) =>
    editMember(choice, 'logprobs', (logprobs) =>
      editItems(logprobs, 'content', (token) => without(token, 'top_logprobs')),
    ),
  ),
  'chat-logprobs-ignored': ignores('logprobs')('The logprobs of a chat are ignored.'),
  'chat-refusal-false': editsChoices('The refusal of a message is false.')((choice) =>
    editMember(choice, 'message', (message) => ({ ...message, refusal: false })),
  ),
  'chat-stop-ignored': ignores('stop')('The stop words of a chat are ignored.'),
};
