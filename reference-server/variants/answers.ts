import { randomBytes, randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { editsDeltas } from '../edits/streams.ts';
import type { Alteration } from '../hooks.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';

/** With these lengths a base64 text ends with two equals signs, one, and none. */
const LENGTHS = [148, 149, 150];

/** In base64 the first characters are + and /, which a URL treats specially. */
const BEGINNING = 0xfb_ff;

const CHAT = { error: null, service_tier: null, system_fingerprint: null };

const TEXT = { refusal: null, tool_calls: null, name: null, tool_call_id: null, audio: null };

const RESPONSE = { instructions: null, metadata: null, reasoning: null, tools: null, user: null };

const IMAGES = { error: null, background: null, size: null };

const TRANSCRIPT = { error: null, language: null, duration: null, segments: null, words: null };

const JOB = { expires_at: null, size: null, remixed_from_video_id: null };

const LEAST = 10 ** 14;

const MOST = 2 ** 47;

const VENDOR = 'reference/';

const EXTRA = { x_reference: { extra: [1, null, 'é'] } };

const DETAILS = { input_tokens_details: { cached_tokens: 0 }, cost: 0.25 };

const REASONING = 5;

export const answersVariants: readonly Alteration[] = [
  {
    id: 'absent-members',
    summary: 'Optional fields with the value null are omitted.',
    hooks: ({ presentJob, presentResponse }) => ({
      presentJob: (view) => withoutNulls(presentJob(view)),
      presentResponse: (completion) => withoutNulls(presentResponse(completion)),
    }),
  },
  {
    id: 'base64-ids',
    summary: 'Ids are 200 characters of base64, with +, / and =.',
    hooks() {
      let made = 0;
      return {
        newId() {
          const bytes = randomBytes(LENGTHS[made++ % LENGTHS.length] ?? 150);
          bytes.writeUInt16BE(BEGINNING, 0);
          return bytes.toString('base64');
        },
      };
    },
  },
  {
    id: 'chat-empty-choices',
    summary: 'A chat stream has a chunk without choices before its last one.',
    hooks: ({ planChat }) => ({
      planChat(completion) {
        const events = planChat(completion);
        const { id, created, model } = completion;
        const { dueMs = 0 } = events[0] ?? {};
        const data = { id, object: 'chat.completion.chunk', created, model, choices: [] };
        return [...events.slice(0, 1), { data, dueMs }, ...events.slice(1)];
      },
    }),
  },
  editsDeltas(
    'chat-finish-absent',
    'The choices of a chat stream have no finish_reason before the last one.',
    ({ finish_reason: reason }) => (reason === null ? { finish_reason: undefined } : {}),
  ),
  {
    id: 'chat-finish-length',
    summary: 'A chat completion ends at its length limit.',
    hooks: ({ presentChat, planChat }) => ({
      presentChat: (completion) => editChoices(presentChat(completion), cutOff),
      planChat: (completion) =>
        editData(planChat(completion), (chunk) => editChoices(chunk, cutOff)),
    }),
  },
  editsDeltas(
    'chat-null-content',
    'The content of a delta without text is null in a chat stream.',
    withNull,
  ),
  {
    id: 'closes-after-refusal',
    summary:
      'After a refusal a connection is closed, unannounced, before its next result is there.',
    hooks({ send }) {
      const refusing = new WeakSet<Socket>();
      return {
        send(response, answer) {
          const { socket } = response;
          if (socket !== null && answer.status >= 400) refusing.add(socket);
          else if (socket !== null && refusing.has(socket)) {
            socket.destroy();
            return;
          }
          send(response, answer);
        },
      };
    },
  },
  namesModel(
    'dated-model',
    'The model in answers is a dated alias.',
    (model) => `${model}-2026-01-31`,
  ),
  {
    id: 'explicit-nulls',
    summary: 'Empty optional fields are present with the value null, also error.',
    hooks: (base) => ({
      presentChat: (completion) => fillChat(base.presentChat(completion)),
      planChat: (completion) => editData(base.planChat(completion), fillChat),
      presentResponse: (completion) => ({ ...RESPONSE, ...base.presentResponse(completion) }),
      planResponse: (completion) => editData(base.planResponse(completion), fillEvent),
      presentImages: (images) => ({ ...IMAGES, ...base.presentImages(images) }),
      presentTranscript: (transcript) => ({ ...TRANSCRIPT, ...base.presentTranscript(transcript) }),
      presentJob: (view) => ({ ...JOB, ...base.presentJob(view) }),
    }),
  },
  {
    id: 'json-charset',
    summary: 'The media type of a JSON body has a charset and is in mixed case.',
    hooks: ({ encode }) => ({
      encode(answer, context) {
        const wire = encode(answer, context);
        if (wire.headers['content-type'] !== 'application/json') return wire;
        const contentType = 'Application/JSON; Charset="UTF-8"';
        return { ...wire, headers: { ...wire.headers, 'content-type': contentType } };
      },
    }),
  },
  {
    id: 'json-escapes',
    summary: 'Slashes and characters beyond ASCII are escaped in JSON.',
    hooks: ({ encode, frame }) => ({
      encode(answer, context) {
        const wire = encode(answer, context);
        const { payload } = wire;
        return typeof payload === 'string' ? { ...wire, payload: escapeText(payload) } : wire;
      },
      frame: (event, place) => escapeText(frame(event, place)),
    }),
  },
  {
    id: 'json-indented',
    summary: 'JSON bodies are indented, with white space before and after them.',
    hooks: ({ encode }) => ({
      encode(answer, context) {
        const wire = encode(answer, context);
        const { payload } = wire;
        const isJson = typeof payload === 'string' && payload !== '';
        return isJson ? { ...wire, payload: indent(payload) } : wire;
      },
    }),
  },
  {
    id: 'numeric-ids',
    summary: 'Ids are strings of digits, without a prefix.',
    hooks: () => ({ newId: () => String(randomInt(LEAST, LEAST + MOST)) }),
  },
  {
    id: 'reversed-members',
    summary: 'The fields of JSON objects are in reverse order.',
    hooks: ({ encode, frame }) => ({
      encode(answer, context) {
        const { body } = answer;
        return encode(body === undefined ? answer : { ...answer, body: reverse(body) }, context);
      },
      frame(event, place) {
        const { data } = event;
        if (typeof data === 'string') return frame(event, place);
        return frame({ ...event, data: reverseMembers(data) }, place);
      },
    }),
  },
  namesModel('slashed-model', 'The model in answers is vendor/model.', (model) => VENDOR + model),
  {
    id: 'transcript-details',
    summary: 'A transcript has its language, its duration, its segments and its words.',
    hooks: ({ presentTranscript }) => ({
      presentTranscript(transcript) {
        const body = presentTranscript(transcript);
        const words = transcript.tokens.map((word, at) => ({
          word,
          start: at / 4,
          end: at / 4 + 0.2,
        }));
        const segments = [{ id: 0, start: 0, end: 1.5, text: body.text, avg_logprob: -0.25 }];
        const usage = { type: 'duration', seconds: 2 };
        return {
          task: 'transcribe',
          language: 'english',
          duration: 1.5,
          ...body,
          usage,
          segments,
          words,
        };
      },
    }),
  },
  {
    id: 'unknown-members',
    summary: 'Answers, events and failures have fields that the interface does not name.',
    hooks: (base) => ({
      presentChat: (completion) => ({ ...base.presentChat(completion), ...EXTRA }),
      presentResponse: (completion) => ({ ...base.presentResponse(completion), ...EXTRA }),
      presentImages: (images) => ({ ...base.presentImages(images), ...EXTRA }),
      presentTranscript: (transcript) => ({ ...base.presentTranscript(transcript), ...EXTRA }),
      presentJob: (view) => ({ ...base.presentJob(view), ...EXTRA }),
      planChat: (completion) => editData(base.planChat(completion), extend),
      planResponse: (completion) => editData(base.planResponse(completion), extend),
    }),
  },
  {
    id: 'usage-details',
    summary: 'The usage has details in addition to its totals.',
    hooks: ({ presentChat, planChat, presentResponse, planResponse }) => ({
      presentChat: (completion) => detail(presentChat(completion)),
      planChat: (completion) => editData(planChat(completion), detail),
      presentResponse: (completion) => detail(presentResponse(completion)),
      planResponse: (completion) => editData(planResponse(completion), detail),
    }),
  },
  {
    id: 'usage-reasoning-beside',
    summary: 'The total tokens of a chat count reasoning tokens that the completion tokens do not.',
    hooks: ({ presentChat, planChat }) => ({
      presentChat: (completion) => reasoned(presentChat(completion)),
      planChat: (completion) => editData(planChat(completion), reasoned),
    }),
  },
];

/** Each answer names its model so. */
function namesModel(id: string, summary: string, name: (model: string) => string): Alteration {
  const named = (completion: Completion) => ({ ...completion, model: name(completion.model) });
  return {
    id,
    summary,
    hooks: ({ presentChat, planChat, presentResponse, planResponse, presentJob }) => ({
      presentChat: (completion) => presentChat(named(completion)),
      planChat: (completion) => planChat(named(completion)),
      presentResponse: (completion) => presentResponse(named(completion)),
      planResponse: (completion) => planResponse(named(completion)),
      presentJob: (view) => ({ ...presentJob(view), model: name(view.job.model) }),
    }),
  };
}

function withoutNulls(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function cutOff(choice: JsonObject): JsonObject {
  return choice.finish_reason === 'stop' ? { ...choice, finish_reason: 'length' } : choice;
}

function withNull(choice: JsonObject): JsonObject {
  const { delta } = choice;
  const adds = isJsonObject(delta) && (delta.content ?? '') !== '';
  return isJsonObject(delta) && !adds ? { delta: { ...delta, content: null } } : {};
}

function fillChat(body: JsonObject): JsonObject {
  const filled = editChoices(body, ({ message, delta, ...choice }) => ({
    ...choice,
    logprobs: null,
    ...(isJsonObject(message) && { message: { ...message, ...TEXT } }),
    ...(isJsonObject(delta) && { delta: { ...delta, ...TEXT } }),
  }));
  return { ...CHAT, ...filled };
}

function fillEvent(data: JsonObject): JsonObject {
  const { response } = data;
  return isJsonObject(response) ? { ...data, response: { ...RESPONSE, ...response } } : data;
}

function escapeText(text: string): string {
  return text.replaceAll('/', '\\/').replaceAll(/[\u0080-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function indent(payload: string): string {
  const value: unknown = JSON.parse(payload);
  return `\n\n ${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')}\n`;
}

function reverse(value: JsonValue | undefined): JsonValue {
  if (isJsonObject(value)) return reverseMembers(value);
  return Array.isArray(value) ? value.map(reverse) : (value ?? null);
}

function reverseMembers(value: JsonObject): JsonObject {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.toReversed().map(([name, member]) => [name, reverse(member)]));
}

function extend(data: JsonObject): JsonObject {
  return { ...data, ...EXTRA };
}

function detail(body: JsonObject): JsonObject {
  const { usage, response } = body;
  if (isJsonObject(response)) return { ...body, response: detail(response) };
  return isJsonObject(usage) ? { ...body, usage: { ...usage, ...DETAILS } } : body;
}

function reasoned(body: JsonObject): JsonObject {
  const { usage } = body;
  if (!isJsonObject(usage)) return body;
  const total_tokens = Number(usage.total_tokens) + REASONING;
  const completion_tokens_details = { reasoning_tokens: REASONING };
  return { ...body, usage: { ...usage, total_tokens, completion_tokens_details } };
}
