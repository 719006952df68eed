import { isJsonObject, member, objectsIn } from '../../../answers/json.ts';
import {
  outputItems,
  outputText,
  replyText,
  replyUsage,
  responseBody,
} from '../../../answers/reply.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { requestsModel, sentBodyOf } from '../../../answers/sent-body.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import {
  AnnotatedPartSchema,
  BegunResponseSchema,
  OpenResponseSchema,
  OutputItemSchema,
  OutputMessageSchema,
  OutputPartSchema,
  OutputTextPartSchema,
  ResponseFieldsSchema,
  ResponseObjectSchema,
  ResponseOutputTextSchema,
} from '../../../contract/responses.ts';
import { RESPONSE_STATE_EVENTS } from '../../../contract/stream-events.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { answerRule, replyRule } from '../../declare.ts';
import { textDifference, within } from '../../findings/differences.ts';
import { wrongCounts } from '../../findings/usage.ts';
import { instructedResponses, shortResponse, shortResponseStream } from '../../probes/answers.ts';
import { badResponses } from '../../probes/refused.ts';
import { imageResponses } from '../../probes/vision.ts';
import { body, members, uniqueId, usageSum } from '../../rows/members.ts';
import { accepted, acceptedToo, refused } from '../../rows/requests.ts';
import { need, needSeen } from '../../rule.ts';

export const responsesAccepted = accepted('responses-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, POST /responses ("JSON responses request | JSON responses response")',
  statement: 'A valid responses request with a valid key returns 2xx.',
  harm: 'A client whose valid request is refused gets no response, or gets one only sometimes.',
  provenBy: 'resp-500-all',
  probe: shortResponse,
});

export const responsesBadFieldsRefused = refused('responses-bad-fields-refused', {
  level: 'should',
  assumed: 'Open Responses, errors (invalid_request, 400); interface §Responses request (types)',
  statement:
    'A responses request without model or input, with an unknown model, or with a field of the wrong type, returns 4xx.',
  harm: 'A mistake that returns 2xx is not noticed: the caller pays for an answer to another question.',
  provenBy: 'resp-missing-input-200',
  probe: badResponses,
});

export const responsesImageAccepted = acceptedToo('responses-image-accepted', {
  level: 'must',
  assumed: 'interface §Endpoints ("vision"); OpenAI OpenAPI 2.3.0, InputImageContent',
  statement: 'A responses request with an image as a data URI beside its text returns 2xx.',
  harm: 'A program that shows a picture to a model gets no answer at all.',
  provenBy: 'resp-image-refused',
  needs: ['vision'],
  probe: imageResponses,
});

export const responsesIdUnique = uniqueId('responses-id-unique', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, Response, "Unique identifier for this Response"',
  statement: 'No two responses have the same id, in one body or as a stream.',
  harm: "Clients read, continue and delete a response by its id: if two have the same id, users get another user's response.",
  provenBy: 'resp-id-constant',
  probe: shortResponse,
});

export const responsesObjectValue = members('responses-object-value', {
  level: 'must',
  stated: 'interface §Responses response: "object | string | Has the value response."',
  statement: 'The object of a response is "response".',
  harm: 'Clients distinguish a response from an error or a chat completion by object, and ignore any other value.',
  provenBy: 'resp-object-wrong',
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
  probe: shortResponse,
  schema: ResponseFieldsSchema,
  isUnstreamed: true,
  legal: [{ metadata: null }, { output: [{ type: 'reasoning' }] }, { output: [] }],
  illegal: [{ status: undefined, model: undefined }, { output: ['a'] }, { usage: null }],
});

export const responsesOpenMembers = answerRule('responses-open-members', {
  level: 'must',
  assumed: 'Open Responses, ResponseResource (required)',
  statement:
    'A response has every member that Open Responses requires, where a profile asks for them.',
  harm: 'A client that was generated from Open Responses throws where a member is missing.',
  provenBy: 'resp-no-open-member',
  settings: ['responsesMembers'],
  probe: shortResponse,
  *judge({ json }, { responsesMembers }) {
    needSeen(
      responsesMembers === 'open-responses',
      'a profile that asks for the members of Open Responses',
    );
    need(isJsonObject(json), 'a body that is a JSON object');
    yield* contradictions(OpenResponseSchema, json);
  },
});

export const responsesUsageIntegers = replyRule('responses-usage-integers', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseUsage; AI SDK (its schema requires both)',
  statement: 'The input, output and total tokens of usage are integers.',
  harm: 'A client without a count throws, or reports no tokens: bills and quotas miss the answer.',
  provenBy: 'resp-usage-null',
  settings: ['usageNames'],
  probe: shortResponse,
  judge(reply, expect) {
    return wrongCounts(replyUsage(reply), expect.usageNames.responses);
  },
});

export const responsesStatusKnown = answerRule('responses-status-known', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, Response.status',
  statement:
    'The status of a response in one body is completed, failed, cancelled, or incomplete with incomplete_details.',
  harm: 'A client keeps polling a response that says in progress, although it is already complete.',
  provenBy: 'resp-status-in-progress',
  probe: shortResponse,
  *judge({ json }) {
    need(isJsonObject(json) && typeof json.status === 'string', 'a body with a status');
    const { status } = json;
    if (!ENDED.has(status)) {
      yield { expected: [...ENDED].join(', '), actual: status, where: 'status' };
    } else if (status === 'incomplete' && !isJsonObject(json.incomplete_details)) {
      const actual = json.incomplete_details;
      yield { expected: 'an object', actual, where: 'incomplete_details' };
    }
  },
});

const ENDED: ReadonlySet<string> = new Set(['completed', 'incomplete', 'failed', 'cancelled']);

const BEGUN: ReadonlySet<string> = new Set(['response.created', 'response.in_progress']);

const StateSchema = BegunResponseSchema.pick({ id: true });

const DatedSchema = BegunResponseSchema.pick({ created_at: true });

export const responsesStateShape = replyRule('responses-state-shape', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, Response (required: id, created_at, model); AI SDK and openai-node (throw)',
  statement:
    'The response in each event about its state has the string id, and in response.created and response.in_progress the number created_at and the string model. The created_at of a body, if it has one, is a number.',
  harm: 'Clients start their answer with these members: without them they throw, or ignore the event and end the answer as failed.',
  provenBy: 'rst-created-no-model',
  probe: shortResponseStream,
  *judge(reply) {
    if (reply.form === 'body') {
      need(isJsonObject(reply.json), 'a body that is a JSON object');
      if (Object.hasOwn(reply.json, 'created_at')) yield* contradictions(DatedSchema, reply.json);
      return;
    }
    const states = responseEvents(reply).filter(({ type }) => RESPONSE_STATE_EVENTS.has(type));
    need(states.length > 0, 'a stream with an event about its state');
    for (const { event, type, json } of states) {
      const schema = BEGUN.has(type) ? BegunResponseSchema : StateSchema;
      const place = { where: `${type}, response`, atMs: event.atMs };
      yield* within(place, contradictions(schema, member(json, 'response')));
    }
  },
});

export const responsesItemShape = replyRule('responses-item-shape', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, OutputItem, OutputMessage (required: id, type, role, content); AI SDK and openai-node (throw)',
  statement:
    'Every item of output, and every item that a stream adds or finishes, has the strings id and type. A message has the role assistant and the array content, whose parts have a type.',
  harm: 'Clients select and join items by these members: without them they throw and have no answer.',
  provenBy: 'resp-item-no-role',
  probe: shortResponse,
  *judge(reply) {
    const items = outputItems(reply);
    need(items.length > 0, 'an item of output');
    for (const { item, ...place } of items) {
      const schema = member(item, 'type') === 'message' ? OutputMessageSchema : OutputItemSchema;
      yield* within(place, contradictions(schema, item));
    }
  },
});

export const responsesPartShape = replyRule('responses-part-shape', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, OutputTextContent (required: text, annotations), ResponseContentPartAddedEvent; AI SDK and openai-node (throw)',
  statement:
    'Each output_text part of an item has the array annotations. The part that a stream adds or finishes has a type, and an output_text part that it adds has the string text.',
  harm: 'Clients read the parts of a message with a schema, and throw instead of returning its text.',
  provenBy: 'resp-no-annotations',
  probe: shortResponse,
  *judge(reply) {
    const parts = outputItems(reply).flatMap(({ item, where, ...at }) =>
      objectsIn(member(item, 'content'))
        .map((part, index) => ({ ...at, part, where: `${where}.content[${index}]` }))
        .filter(({ part }) => part.type === 'output_text'),
    );
    const events = reply.form === 'stream' ? responseEvents(reply) : [];
    const ofEvents = events.filter(({ type }) => PART_EVENTS.has(type));
    need(parts.length + ofEvents.length > 0, 'a part of a message');

    for (const { part, ...place } of parts) {
      yield* within(place, contradictions(AnnotatedPartSchema, part));
    }
    for (const { event, type, json } of ofEvents) {
      const isText = type === ADDED && member(json.part, 'type') === 'output_text';
      const schema = isText ? OutputTextPartSchema : OutputPartSchema;
      const place = { where: `${type}, part`, atMs: event.atMs };
      yield* within(place, contradictions(schema, json.part));
    }
  },
});

const ADDED = 'response.content_part.added';

const PART_EVENTS: ReadonlySet<string> = new Set([ADDED, 'response.content_part.done']);

export const responsesOutputShape = replyRule('responses-output-shape', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, OutputMessage, OutputTextContent; Open Responses, items',
  statement: 'The text of a response is in messages, and there in parts of type output_text.',
  harm: 'A client reads items and parts by their types: it loses the text of others, or throws.',
  provenBy: 'resp-part-type-text',
  probe: shortResponse,
  *judge(reply) {
    const items = outputItems(reply);
    need(items.length > 0, 'an item of output');
    const types = items.map(({ item }) => member(item, 'type'));
    for (const { item, ...place } of items) {
      if (member(item, 'type') !== 'message') continue;
      for (const [index, part] of objectsIn(member(item, 'content')).entries()) {
        // Other parts, such as a refusal, have fields of their own.
        if (part.type !== 'output_text' && typeof part.text !== 'string') continue;
        const where = `${place.where}.content[${index}]`;
        yield* within({ ...place, where }, contradictions(OutputTextPartSchema, part));
      }
    }
    const text = responseBody(reply)?.output_text;
    if (typeof text !== 'string' || text === '' || types.includes('message')) return;
    need(
      types.every((type) => typeof type === 'string'),
      'items with a type',
      'responses-item-shape',
    );
    const where = `${items.at(-1)?.where}.type`;
    yield { expected: 'an item of type message', actual: [...new Set(types)].join(', '), where };
  },
});

export const responsesOutputTextJoined = replyRule('responses-output-text-joined', {
  level: 'must',
  assumed:
    'interface §Responses response ("Aggregated output text"); OpenAI OpenAPI 2.3.0, Response.output_text and Response.output ("generated by the model")',
  statement:
    'A completed response has an output item. Its output_text is the text of all output_text parts, joined in order without a separator.',
  harm: 'Two clients show two texts for one response: one shows output_text, the other the output items.',
  provenBy: 'resp-output-text-truncated',
  probe: shortResponse,
  *judge(reply) {
    const response = responseBody(reply);
    need(response, 'a response');
    const joined = outputText(response);
    need(joined !== undefined, 'a response with output');
    if (response.status === 'completed' && objectsIn(response.output).length === 0) {
      yield { expected: 'an item in a completed response', actual: 'none', where: 'output' };
    }
    const { output_text: aggregate } = response;
    need(typeof aggregate === 'string', 'a response with output_text');

    const difference = textDifference(joined, aggregate);
    if (difference) yield { ...difference, where: 'output_text' };
  },
});

export const responsesInputsHonoured = replyRule('responses-inputs-honoured', {
  level: 'must',
  stated:
    'interface §Responses request: "instructions | string | System-level instructions."; "input | string | Input text."',
  statement:
    'The instructions and the input of POST /responses, as plain strings, both reach the model.',
  harm: 'If instructions do not reach the model, it ignores the safety rules in them, and nothing in the answer shows it.',
  provenBy: 'resp-drop-instructions',
  needs: ['echoing-model'],
  settings: ['echoModel'],
  probe: instructedResponses,
  *judge(reply, expect) {
    need(requestsModel(reply.exchange, expect.echoModel), 'a request to the echoing model');
    const sent = sentBodyOf(reply.exchange);
    const text = replyText(reply);
    need(text !== undefined && text !== '', 'an answer with text');
    const given = {
      instructions: noncesIn(sent?.instructions ?? ''),
      input: noncesIn(sent?.prompt ?? ''),
    };
    need(given.instructions.size + given.input.size > 0, 'nonces in instructions or input');

    for (const [where, nonces] of Object.entries(given)) {
      for (const nonce of nonces) {
        if (!text.includes(nonce)) yield { expected: `${nonce} in the echo`, actual: text, where };
      }
    }
  },
});
