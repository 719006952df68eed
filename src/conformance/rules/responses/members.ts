import {
  ResponseFieldsSchema,
  ResponseObjectSchema,
  ResponseOutputTextSchema,
} from '../../../contract/responses.ts';
import { shortResponse } from '../../probes/responses.ts';
import { body, members, uniqueId, usageSum } from '../../rows/members.ts';

export const responsesIdUnique = uniqueId('responses-id-unique', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, Response, "Unique identifier for this Response"',
  statement: 'No two responses have the same id, in one body or as a stream.',
  harm: "Clients read, continue and delete a response by its id: if two have the same id, users get another user's response.",
  provenBy: 'resp-id-constant',
  operations: ['responses'],
  probe: shortResponse,
});

export const responsesObjectValue = members('responses-object-value', {
  level: 'must',
  stated: 'interface §Responses response: "object | string | Has the value response."',
  statement: 'The object of a response is "response".',
  harm: 'Clients distinguish a response from an error or a chat completion by object, and ignore any other value.',
  provenBy: 'resp-object-wrong',
  operations: ['responses'],
  probe: shortResponse,
  schema: ResponseObjectSchema,
  illegal: [{ object: 'responses' }, { object: undefined }],
});

export const responsesOutputTextPresent = members('responses-output-text-present', {
  level: 'must',
  stated: 'interface §Responses response: "output_text | string | Aggregated output text."',
  statement: 'Every response has the string output_text.',
  harm: 'Callers without a client library read output_text: without it they show nothing.',
  provenBy: 'resp-no-output-text',
  operations: ['responses'],
  probe: shortResponse,
  schema: ResponseOutputTextSchema,
  legal: [{ output_text: '' }],
  illegal: [{ output_text: undefined }, { output_text: null }],
});

export const responsesUsageSum = usageSum('responses-usage-sum', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseUsage',
  statement:
    'The total tokens of usage are the sum of the input and output tokens, with or without the reasoning tokens.',
  harm: 'Bills and quotas are computed from usage: a wrong total costs money.',
  provenBy: 'resp-usage-total-off',
  operations: ['responses'],
  probe: shortResponse,
  because: 'responses-usage-integers',
});

export const responsesSyncShape = body('responses-sync-shape', {
  level: 'must',
  stated:
    'interface §Responses response: id, status, model (string), output (array of object), usage (object); §Endpoints: "JSON responses response (application/json)"',
  statement:
    'POST /responses returns application/json with the strings id, status and model, the array of objects output, and the object usage.',
  harm: 'A typed client fails if a field is missing, and the agent that uses it fails too.',
  provenBy: 'resp-drop-output',
  operations: ['responses'],
  probe: shortResponse,
  schema: ResponseFieldsSchema,
  isUnstreamed: true,
  legal: [{ metadata: null }, { output: [{ type: 'reasoning' }] }, { output: [] }],
  illegal: [{ status: undefined, model: undefined }, { output: ['a'] }, { usage: null }],
});
