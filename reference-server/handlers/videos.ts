import type { IncomingMessage } from 'node:http';
import type { CheckedVideo, Gateway, Hooks } from '../hooks.ts';
import { ok } from '../http/answer.ts';
import { type ReceivedJson, receiveJson } from '../http/body.ts';
import { type Body, optionalInteger, requireText } from '../http/fields.ts';
import type { FormPart } from '../http/form.ts';
import { Refusal } from '../http/refusal.ts';
import { behaviourOf, refuseFailing, SLOW } from '../models/models.ts';
import { callOf } from '../relay/calls.ts';
import type { Tenant } from '../state/tenants.ts';
import { headerOf, type Receive, type RequestContext, type ServeVideo } from './handler.ts';
import { respond } from './respond.ts';

/** POST /videos. */
export const receiveVideo: Receive = async (gateway, { request, tenant }) => {
  const { hooks, settings, jobs } = gateway;
  const { body, bytes } = isForm(request)
    ? await receiveFields(hooks, request)
    : await receiveJson(hooks, request);
  const { model, behaviour } = hooks.checkVideo(body);
  return {
    fingerprint: hooks.fingerprintBody(body),
    stream: false,
    call: callOf(gateway, request, { operation: 'video-create', body, bytes, behaviour }),
    produce() {
      refuseFailing(behaviour);
      return {
        durationMs: 0,
        result() {
          const job = {
            id: hooks.newId('video_'),
            tenant,
            model,
            createdAt: hooks.timestamp(),
            startMs: performance.now(),
            lengthMs: settings.videoMs * (behaviour === 'slow' ? SLOW.videoTimes : 1),
            fails: behaviour === 'fail-video',
          };
          jobs.add(job);
          return { form: 'body', body: hooks.presentJob(hooks.viewJob(job, job.startMs)) };
        },
      };
    },
  };
};

function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;
}

/** A form, as the official clients send it, as the JSON that it stands for. */
async function receiveFields(hooks: Hooks, request: IncomingMessage): Promise<ReceivedJson> {
  const { parts } = await hooks.receiveForm(request, hooks);
  const members = parts.map((part) => [part.name, memberOf(part)] as const);
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(members)));
  return { body: hooks.parseJson(bytes), bytes };
}

/** A form has text only; the duration is the only field that is a number in JSON. */
function memberOf(part: FormPart): string | number {
  if (part.kind === 'file') return part.digest;
  const isNumber = part.name === 'duration' && /^\d+$/.test(part.value);
  return isNumber ? Number(part.value) : part.value;
}

/** GET /videos/{id}. */
export const readVideo: ServeVideo<string> = async (gateway, requestContext, id) => {
  const { hooks } = gateway;
  const view = hooks.viewJob(findJob(gateway, requestContext.tenant, id), performance.now());
  await respond(gateway, requestContext, ok(hooks.presentJob(view)));
};

/** DELETE /videos/{id}. */
export const cancelVideo: ServeVideo<string> = async (gateway, requestContext, id) => {
  const { hooks } = gateway;
  const job = findJob(gateway, requestContext.tenant, id);
  const view = await hooks.cancelJob(job, performance.now());
  gateway.jobs.save(job);
  await respond(gateway, requestContext, ok(hooks.presentJob(view)));
};

/** The content of a completed job: a small MP4 file without pictures. */
export const sendVideo: ServeVideo<string> = async (gateway, requestContext, id) => {
  const job = findJob(gateway, requestContext.tenant, id);
  const { status } = gateway.hooks.viewJob(job, performance.now());
  if (status !== 'completed') throw Refusal.unknownJob();
  sendContent(gateway, requestContext, { type: 'video/mp4', bytes: CONTENT });
};

/** Sends a content, or the range of it that the request wants. */
export function sendContent(
  { hooks }: Gateway,
  { request, response }: RequestContext,
  { type, bytes }: { readonly type: string; readonly bytes: Buffer },
): void {
  const range = hooks.readRange(headerOf(request, 'range'), bytes.length);
  const headers = { 'content-type': type, 'accept-ranges': 'bytes' };
  if (range === undefined) {
    hooks.send(response, { status: 200, headers, payload: bytes });
    return;
  }
  const { first, last } = range;
  hooks.send(response, {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${bytes.length}` },
    payload: bytes.subarray(first, last + 1),
  });
}

/** The first box of a file, and a free one, whose bytes all differ from their neighbours. */
const CONTENT = Buffer.concat([
  Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom\0\0\x10\0free', 'latin1'),
  Buffer.from(Array.from({ length: 4088 }, (_, at) => (at * 7 + (at >> 8)) % 256)),
]);

const MAX_DURATION = 3600;

/** Refuses what is not a video request; unknown members are ignored. */
export function checkVideo(body: Body): CheckedVideo {
  const model = requireText(body, 'model');
  requireText(body, 'prompt');
  optionalInteger(1, MAX_DURATION, 4)(body, 'duration');
  return { model, behaviour: behaviourOf(model) };
}

function findJob({ hooks }: Gateway, tenant: Tenant, id: string) {
  const job = hooks.findJob(tenant, id);
  if (job === undefined) throw Refusal.unknownJob();
  return job;
}
