import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { checkChat } from './handlers/chat.ts';
import { checkImages } from './handlers/images.ts';
import { checkResponses } from './handlers/responses.ts';
import { checkForm } from './handlers/transcription.ts';
import { checkVideo } from './handlers/videos.ts';
import type { Hooks, Parts } from './hooks.ts';
import type { Piece } from './http/answer.ts';
import { type Answer, encodeBody, type PlannedEvent, type WireAnswer } from './http/answer.ts';
import { readBody, requireJson } from './http/body.ts';
import { fingerprintForm, receiveForm, sha256, UPLOAD_LIMITS } from './http/form.ts';
import { fingerprint as fingerprintOf, parseObject } from './http/json.ts';
import { readRange } from './http/range.ts';
import type { Refusal } from './http/refusal.ts';
import { chatBody, chatEvents } from './models/chat.ts';
import { cachedDrawing, imagesBody } from './models/images.ts';
import { responseBody, responseEvents } from './models/responses.ts';
import { generate } from './models/text.ts';
import { callTools } from './models/tools.ts';
import { transcriptBody, transcriptText } from './models/transcript.ts';
import { cleanRelaySteps } from './relay/clean-steps.ts';
import { findRoute } from './routes.ts';
import { checkKey, claimAtOnce, judgeRetry, nameRecord } from './state/idempotency.ts';
import { cancelJob, jobBody, viewJob } from './state/video-jobs.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

/** The hooks of a gateway without faults and variants. */
export function cleanHooks(parts: Parts): Hooks {
  const { settings, tenants, records, ledger, jobs, responses, provider } = parts;
  return {
    ...cleanRelaySteps(provider, settings),
    nameRecord,
    lookUp: (name, retryable) => judgeRetry(records.get(name), retryable),
    begin: (name, { fingerprint }) => ({ kind: 'fresh', claim: records.begin(name, fingerprint) }),

    greet() {},
    authorize: (caller) => tenants.authorize(caller),
    findRoute,
    limit() {},
    readKey: checkKey,
    checkMediaType: requireJson,
    readBody,
    parseJson: parseObject,
    checkChat,
    checkResponses,
    checkImages,
    checkVideo,
    receiveForm,
    uploadLimits: () => UPLOAD_LIMITS,
    digestFile: sha256,
    checkForm,
    fingerprintForm,
    fingerprintBody: fingerprintOf,
    claim: claimAtOnce,
    charge: (key) => ledger.charge(key),
    onClientDisconnect: (keyed) => (keyed ? 'go-on' : 'stop'),
    wantsStream: ({ stream }) => stream === true,
    newId: (prefix) => prefix + randomUUID().replaceAll('-', ''),
    timestamp: () => Math.floor(Date.now() / 1000),
    generate: (prompt) => generate(prompt, settings.tokens, settings.seed),
    callTools,
    presentChat: chatBody,
    planChat: chatEvents,
    findResponse: (tenant, id) => responses.find(tenant, id),
    presentResponse: responseBody,
    planResponse: responseEvents,
    draw: cachedDrawing(),
    presentImages: imagesBody,
    presentTranscript: transcriptBody,
    writeTranscript: transcriptText,
    findJob: (tenant, id) => jobs.find(tenant, id),
    viewJob,
    presentJob: jobBody,
    cancelJob,
    readRange,
    presentRefusal,
    answer: (answer) => answer,
    encode: encodeBody,
    streamHeaders: () => STREAM_HEADERS,
    startStream,
    frame,
    pack: (text) => [text],
    endStream,
    send,
  };
}

function presentRefusal({ status, headers, message, type, param, code }: Refusal): Answer {
  return { status, headers, body: { error: { message, type, param, code } } };
}

function startStream(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const isModern = response.req.httpVersionMajor > 1;
  response.writeHead(200, isModern ? headers : { ...headers, 'transfer-encoding': 'chunked' });
}

function frame({ name, data }: PlannedEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return name === undefined ? `data: ${text}\n\n` : `event: ${name}\ndata: ${text}\n\n`;
}

function endStream(response: ServerResponse, pieces: readonly Piece[]): void {
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  response.end(pieces.at(-1));
}

function send(response: ServerResponse, { status, headers, payload }: WireAnswer): void {
  const length = { 'content-length': Buffer.byteLength(payload) };
  response.writeHead(status, status === 204 ? headers : { ...length, ...headers });
  response.end(payload);
}
