import { ignores } from '../edits/chats.ts';
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
  'chat-limit-ignored': ignores(
    'max_tokens',
    'max_completion_tokens',
  )('The max_tokens of a chat are ignored.'),
  'chat-stop-ignored': ignores('stop')('The stop words of a chat are ignored.'),
};
