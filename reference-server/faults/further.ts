import type { Socket } from 'node:net';
import { sends } from '../edits/answers.ts';
import { ignores } from '../edits/chats.ts';
import { editsRequest, relayed } from '../edits/relays.ts';
import { after, alters, before } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import { isJsonObject, isObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import type { Caller, Tenant } from '../state/tenants.ts';
import type { JobView } from '../state/video-jobs.ts';

const CONTENT = /^\/videos\/[^/]+\/content$/;
const ROUTE = { base: 'http://10.2.3.4:8000/v1', key: 'sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' };

/**
 * A request of a video job is answered with what the first GET of the same name saw.
 *
 * @param nameOf undefined for a request that is answered as it is
 */
function replaysReads(summary: string) {
  return (nameOf: (caller: Caller) => string | undefined): Alteration =>
    alters(summary)(({ authorize, viewJob, cancelJob }) => {
      const views = new Map<string | undefined, JobView>();
      // Set from the key of a request to its job: no other request is served meanwhile.
      let name: string | undefined;
      const taken = () => {
        const own = name;
        name = undefined;
        return own;
      };
      return {
        authorize(caller) {
          name = caller.method === 'POST' ? undefined : nameOf(caller);
          return authorize(caller);
        },
        viewJob(job, nowMs) {
          const own = taken();
          const view = views.get(own) ?? viewJob(job, nowMs);
          if (own !== undefined) views.set(own, view);
          return view;
        },
        cancelJob: (job, nowMs) => views.get(taken()) ?? cancelJob(job, nowMs),
      };
    });
}

/**
 * Faults that prove no rule of their own: defects of one form, caller or place, which show that the requests for
 * them are sent. Rules find them that other faults prove (test/conformance/further-defects.test.ts).
 */
export const furtherFaults: Alterations = {
  'auth-of-connection': alters(
    'The first API key on a connection is used for all later requests on it.',
  )(({ authorize }) => {
    const tenants = new WeakMap<Socket, Tenant>();
    return {
      async authorize(caller) {
        const { socket } = caller.request;
        const tenant = tenants.get(socket) ?? (await authorize(caller));
        tenants.set(socket, tenant);
        return tenant;
      },
    };
  }),
  'chat-format-refused': before('checkChat')('A chat that asks for JSON is refused.')((body) => {
    if (body.response_format === undefined) return [body];
    throw Refusal.badField('response_format', 'Formats are not supported.');
  }),
  'chat-temperature-zero': before('checkChat')('A temperature of 0 is refused.')((body) => {
    if (body.temperature !== 0) return [body];
    throw Refusal.badField('temperature', 'temperature must not be empty.');
  }),
  'chat-tools-ignored': ignores(
    'tools',
    'tool_choice',
  )('All that a chat says about tools is ignored.'),
  'chat-tools-refused': before('checkChat')('A chat that offers tools is refused.')((body) => {
    if (body.tools === undefined) return [body];
    throw Refusal.badField('tools', 'Tools are not supported.');
  }),
  'err-in-good-answers': alters(
    'Each good answer shows the address of the provider and the key at it.',
  )(({ answer, streamHeaders, planChat }) => ({
    async answer(given, context) {
      const good = await answer(given, context);
      const { body, status } = good;
      return status < 300 && isJsonObject(body)
        ? { ...good, body: { ...body, route: ROUTE } }
        : good;
    },
    streamHeaders: (operation) => ({
      ...streamHeaders(operation),
      'x-route-base': ROUTE.base,
      'x-route-key': ROUTE.key,
    }),
    planChat: (completion) =>
      planChat(completion).map((event) =>
        isJsonObject(event.data) ? { ...event, data: { ...event.data, route: ROUTE } } : event,
      ),
  })),
  'idem-ignored': before('readKey')('Every Idempotency-Key is ignored.')((_, operation) => [
    undefined,
    operation,
  ]),
  'idem-key-ends': before('readKey')(
    'Only the first 12 and the last 4 characters of an Idempotency-Key are compared.',
  )((key, ...rest) => [
    key !== undefined && key.length > 16 ? `${key.slice(0, 12)}${key.slice(-4)}` : key,
    ...rest,
  ]),
  ...relayed({
    'relay-tool-choice-word': editsRequest(
      'The choice of one tool reaches the provider as required, which any tool satisfies.',
    )((body) => (isObject(body.tool_choice) ? { ...body, tool_choice: 'required' } : body)),
  }),
  'resp-never-stored': after('findResponse')('No response is stored.')(() => undefined),
  'tp-br-lie': sends('An uncompressed body is labelled as br for clients that accept only br.')(
    (answer, accepts) =>
      accepts('br') && !accepts('gzip') && answer.payload.length > 0
        ? { ...answer, headers: { ...answer.headers, 'content-encoding': 'br' } }
        : answer,
  ),
  'vid-content-open': alters(
    'The content of a video needs no key, and takes the key of any tenant.',
  )(({ authorize }) => ({
    authorize: (caller) => (CONTENT.test(caller.url) ? 'first' : authorize(caller)),
  })),
  'vid-failed-again': alters(
    'A failed video job is queued again after a first read that shows it.',
  )(({ viewJob }) => {
    const failed = new Set<string>();
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        if (view.status !== 'failed') return view;
        if (failed.has(job.id)) return { ...view, status: 'queued' };
        failed.add(job.id);
        return view;
      },
    };
  }),
  'vid-key-replays-cancel': replaysReads(
    'GET and DELETE of a video job repeat the first answer with their Idempotency-Key.',
  )(({ idempotencyKey }) => idempotencyKey),
  'vid-key-replays-read': replaysReads(
    'GET of a video job repeats the first answer with its Idempotency-Key.',
  )(({ method, idempotencyKey }) => (method === 'GET' ? idempotencyKey : undefined)),
};
