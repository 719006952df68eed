import { randomBytes, randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { editsDeltas, editsText } from '../edits/answers.ts';
import { editChoices, editData, editMember, escapeAll, withoutNulls } from '../edits/json.ts';
import { after, alters } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseObject } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';
import { behaviourOf } from '../models/models.ts';
import { piecesOf } from '../models/tools.ts';

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

const DETAILS = { input_tokens_details: { cached_tokens: 0 }, cost: 0.25 };

const REASONING = 5;

export const answersVariants: Alterations = {
  'absent-members': editsAll('Optional fields with the value null are omitted.')(withoutNulls),
  'base64-ids': alters('Ids are 200 characters of base64, with +, / and =.')(() => {
    let made = 0;
    return {
      newId() {
        const bytes = randomBytes(LENGTHS[made++ % LENGTHS.length] ?? 150);
        bytes.writeUInt16BE(BEGINNING, 0);
        return bytes.toString('base64');
      },
    };
  }),
  'chat-empty-choices': after('planChat')(
    'A chat stream has a chunk without choices before its last one.',
  )((events, { id, created, model }) => {
    const data = { id, object: 'chat.completion.chunk', created, model, choices: [] };
    return events.toSpliced(1, 0, { data, dueMs: events[0]?.dueMs ?? 0 });
  }),
  'chat-finish-absent': editsDeltas(
    'The choices of a chat stream have no finish_reason before the last one.',
  )(({ finish_reason: reason }) => (reason === null ? { finish_reason: undefined } : {})),
  'chat-null-content': editsDeltas('The content of a delta without text is null in a chat stream.')(
    (choice) =>
      editMember(choice, 'delta', (delta) => ({ ...delta, content: delta.content || null })),
  ),
  'closes-after-refusal': alters(
    'After a refusal a connection is closed, unannounced, before its next result is there.',
  )(({ send }) => {
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
  }),
  'dated-model': editsAll('The model in answers is a dated alias.')(dated),
  'explicit-nulls': alters('Empty optional fields are present with the value null, also error.')(
    (base) => ({
      presentChat: (completion) => fillChat(base.presentChat(completion)),
      planChat: (completion) => editData(base.planChat(completion), fillChat),
      presentResponse: (completion) => ({ ...RESPONSE, ...base.presentResponse(completion) }),
      planResponse: (completion) =>
        editData(base.planResponse(completion), (data) =>
          editMember(data, 'response', (response) => ({ ...RESPONSE, ...response })),
        ),
      presentImages: (images) => ({ ...IMAGES, ...base.presentImages(images) }),
      presentTranscript: (transcript) => ({ ...TRANSCRIPT, ...base.presentTranscript(transcript) }),
      presentJob: (view) => ({ ...JOB, ...base.presentJob(view) }),
    }),
  ),
  'json-charset': after('encode')(
    'The media type of a JSON body has a charset and is in mixed case.',
  )((wire) => {
    if (wire.headers['content-type'] !== 'application/json') return wire;
    const contentType = 'Application/JSON; Charset="UTF-8"';
    return { ...wire, headers: { ...wire.headers, 'content-type': contentType } };
  }),
  'json-escapes': editsText('Slashes and characters beyond ASCII are escaped in JSON.')((text) =>
    text.replaceAll('/', '\\/').replaceAll(/[\u0080-\uffff]/g, escapeAll),
  ),
  'json-indented': after('encode')(
    'JSON bodies are indented, with white space before and after them.',
  )((wire, { body }) => {
    if (body === undefined || typeof body === 'string') return wire;
    const indented = JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n');
    return { ...wire, payload: `\n\n ${indented}\n` };
  }),
  'json-text-spaced': alters('A text that is a JSON object has white space and line breaks.')(
    ({ presentChat, planChat, presentResponse, planResponse }) => ({
      presentChat: (completion) => presentChat(spaced(completion)),
      planChat: (completion) => planChat(spaced(completion)),
      presentResponse: (completion) => presentResponse(spaced(completion)),
      planResponse: (completion) => planResponse(spaced(completion)),
    }),
  ),
  'numeric-ids': after('newId')('Ids are strings of digits, without a prefix.')(() =>
    String(randomInt(LEAST, LEAST + 2 ** 47)),
  ),
  'reversed-members': alters('The fields of JSON objects are in reverse order.')(
    ({ encode, frame }) => ({
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
  ),
  'transcript-details': after('presentTranscript')(
    'A transcript has its language, its duration, its segments and its words.',
  )((body, { tokens }) => ({
    task: 'transcribe',
    language: 'english',
    duration: 1.5,
    ...body,
    usage: { type: 'duration', seconds: 2 },
    segments: [{ id: 0, start: 0, end: 1.5, text: body.text, avg_logprob: -0.25 }],
    words: tokens.map((word, at) => ({ word, start: at / 4, end: at / 4 + 0.2 })),
  })),
  'transcript-lines': after('writeTranscript')(
    'Lines of subtitles end with CR LF; those of vtt have a note, a style and times without hours.',
  )((text) =>
    text
      ?.replace(
        'WEBVTT\n',
        'WEBVTT - a transcript\n\nNOTE\nBy a model.\n\nSTYLE\n::cue { color: white }\n',
      )
      .replaceAll(/00:(\d\d:\d\d\.\d{3})/g, '$1')
      .replaceAll('\n', '\r\n'),
  ),
  'unknown-members': editsAll('Answers and events have fields that the interface does not name.')(
    (body) => ({ ...body, x_reference: { extra: [1, null, 'é'] } }),
  ),
  'usage-details': editsAll('The usage has details in addition to its totals.')((body) =>
    editMember(body, 'usage', (usage) => ({ ...usage, ...DETAILS })),
  ),
  'usage-reasoning-beside': editsAll(
    'The total tokens of a chat count reasoning tokens that the completion tokens do not.',
  )((body) =>
    body.choices === undefined
      ? body
      : editMember(body, 'usage', (usage) => ({
          ...usage,
          total_tokens: Number(usage.total_tokens) + REASONING,
          completion_tokens_details: { reasoning_tokens: REASONING },
        })),
  ),
};

/** Each good answer, each event, and the response in an event. */
function editsAll(summary: string) {
  return (edit: (body: JsonObject) => JsonObject): Alteration => {
    const editEvent = (data: JsonObject) => editMember(edit(data), 'response', edit);
    return alters(summary)((base) => ({
      presentChat: (completion) => edit(base.presentChat(completion)),
      planChat: (completion) => editData(base.planChat(completion), edit),
      presentResponse: (completion) => edit(base.presentResponse(completion)),
      planResponse: (completion) => editData(base.planResponse(completion), editEvent),
      presentImages: (images) => edit(base.presentImages(images)),
      presentTranscript: (transcript) => edit(base.presentTranscript(transcript)),
      presentJob: (view) => edit(base.presentJob(view)),
    }));
  };
}

/** An echo stays as it is. */
function spaced(completion: Completion): Completion {
  const text = completion.tokens.join('');
  const isWritten = behaviourOf(completion.model) === 'normal' && completion.calls.length === 0;
  if (!isWritten || completion.cutShort || !text.startsWith('{')) return completion;
  const json = parseObject(Buffer.from(text));
  return { ...completion, tokens: piecesOf(`\n${JSON.stringify(json, null, 2)}\n`) };
}

function dated(body: JsonObject): JsonObject {
  const { model } = body;
  return typeof model === 'string' ? { ...body, model: `${model}-2026-01-31` } : body;
}

function fillChat(body: JsonObject): JsonObject {
  const filled = editChoices(body, (choice) => {
    const withMessage = editMember(choice, 'message', (message) => ({ ...TEXT, ...message }));
    const withDelta = editMember(withMessage, 'delta', (delta) => ({ ...TEXT, ...delta }));
    return { logprobs: null, ...withDelta };
  });
  return { ...CHAT, ...filled };
}

function reverse(value: JsonValue | undefined): JsonValue {
  if (isJsonObject(value)) return reverseMembers(value);
  return Array.isArray(value) ? value.map(reverse) : (value ?? null);
}

function reverseMembers(value: JsonObject): JsonObject {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.toReversed().map(([name, member]) => [name, reverse(member)]));
}
