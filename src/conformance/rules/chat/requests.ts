import { isSuccess } from '../../../exchange/exchange.ts';
import { badChats, unknownField, unknownModel } from '../../probes/bad-fields.ts';
import { shortChat } from '../../probes/chat.ts';
import { accepted, answeredWith, refused } from '../../rows/requests.ts';

export const chatAccepted = accepted('chat-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, POST /chat/completions ("JSON chat completion request | JSON chat completion response")',
  statement: 'A valid chat request with a valid key returns 2xx.',
  harm: 'A client whose valid request is refused cannot chat, or can only sometimes.',
  provenBy: 'chat-401-some',
  operations: ['chat'],
  probe: shortChat,
});

export const chatBadFieldsRefused = refused('chat-bad-fields-refused', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateChatCompletionRequest (required model, messages)',
  statement:
    'A chat request without model or messages, or with a field of the wrong type, returns 4xx.',
  harm: 'A mistake that returns 2xx is not noticed: the caller pays for an answer to another question.',
  provenBy: 'chat-missing-model-default',
  operations: ['chat'],
  probe: badChats,
});

export const chatUnknownField = answeredWith('chat-unknown-field', {
  level: 'should',
  assumed: 'OpenAI (400 for an unrecognised argument); Open Responses, extending the specification',
  statement: 'The gateway ignores an unknown field of a chat request, or returns 400.',
  harm: 'A client that is newer than the gateway takes its 5xx for an outage and retries forever.',
  provenBy: 'chat-unknown-field-500',
  operations: ['chat'],
  probe: unknownField,
  allows: (status) => status === 400 || status === 422 || isSuccess({ status }),
  expected: () => '2xx or 400',
  legal: [200, 400, 422],
  illegal: [300, 404, 500],
});

export const chatUnknownModel = answeredWith('chat-unknown-model', {
  level: 'should',
  assumed: 'Open Responses, errors (not_found, 404); OpenAI (model_not_found)',
  statement: 'A chat request with an unknown model returns 404 or 400.',
  harm: 'Another model answers, and is billed, for a misspelled name; or the mistake looks like an outage.',
  provenBy: 'chat-unknown-model-500',
  operations: ['chat'],
  probe: unknownModel,
  settings: ['unknownModelStatus'],
  allows: (status, { unknownModelStatus }) => unknownModelStatus.includes(status),
  expected: ({ unknownModelStatus }) => unknownModelStatus.join(' or '),
  legal: [400, 404],
  illegal: [200, 500],
});
