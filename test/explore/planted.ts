import type { IncomingMessage, ServerResponse } from 'node:http';
import { alters } from '../../reference-server/edits/steps.ts';
import type { Alterations } from '../../reference-server/hooks.ts';
import { isJsonObject } from '../../reference-server/http/json.ts';
import { Refusal } from '../../reference-server/http/refusal.ts';
import type { Claim } from '../../reference-server/state/idempotency.ts';
import type { Job } from '../../reference-server/state/video-jobs.ts';

/** In ms: longer than a request, shorter than the longest pause of a sequence. */
const KEPT_MS = 400;
const IDLE_MS = 100;
const CROWD = 8;
const REQUESTS = 30;
const MANY_MESSAGES = 20;

/** Defects of the state between requests, for which no probe looks. */
export const PLANTED: Alterations = {
  'key-forgotten-for-another-tenant': alters('A key is forgotten when another tenant has used it.')(
    ({ begin, nameRecord }, { records }) => ({
      begin(name, retryable) {
        const tenant = retryable.tenant === 'first' ? 'second' : 'first';
        const other = nameRecord({ ...retryable, tenant }) ?? '';
        if (records.get(other)?.result !== undefined) records.begin(other, '').release();
        return begin(name, retryable);
      },
    }),
  ),
  'key-forgotten-in-time': alters('A key is forgotten soon.')(({ begin, lookUp }) => {
    const since = new Map<string, number>();
    return {
      lookUp(name, retryable) {
        const found = lookUp(name, retryable);
        const age = performance.now() - (since.get(name) ?? 0);
        return found?.kind === 'replay' && age > KEPT_MS ? undefined : found;
      },
      begin(name, retryable) {
        since.set(name, performance.now());
        return begin(name, retryable);
      },
    };
  }),
  'key-forgotten-after-retries': alters('The third retry with a key is a request of its own.')(
    ({ lookUp }) => {
      const times = new Map<string, number>();
      return {
        lookUp(name, retryable) {
          const found = lookUp(name, retryable);
          if (found?.kind !== 'replay') return found;
          times.set(name, (times.get(name) ?? 0) + 1);
          return times.get(name) === 3 ? undefined : found;
        },
      };
    },
  ),
  'key-of-many-retries': alters('The third retry that meets the first request is executed.')(
    ({ lookUp }) => {
      const times = new Map<string, number>();
      return {
        lookUp(name, retryable) {
          try {
            return lookUp(name, retryable);
          } catch (error) {
            if (!(error instanceof Refusal) || error.code !== 'idempotency_in_flight') throw error;
            times.set(name, (times.get(name) ?? 0) + 1);
            if (times.get(name) === 3) return undefined;
            throw error;
          }
        },
      };
    },
  ),
  'key-released-by-leaving': alters(
    'When a client disconnects, keys are free again while their requests go on.',
  )(({ begin, onClientDisconnect }) => {
    const open = new Set<Claim>();
    return {
      begin(name, retryable) {
        const begun = begin(name, retryable);
        if (begun.kind === 'fresh') open.add(begun.claim);
        return begun;
      },
      onClientDisconnect(keyed) {
        if (keyed) for (const claim of open) claim.release();
        open.clear();
        return onClientDisconnect(keyed);
      },
    };
  }),
  'key-of-an-ended-job': alters('A retry after the job has ended makes another job.')(
    ({ lookUp, viewJob }, { jobs }) => {
      return {
        lookUp(name, retryable) {
          const found = lookUp(name, retryable);
          if (found?.kind !== 'replay' || found.result.form !== 'body') return found;
          const { body } = found.result;
          const id = isJsonObject(body) && typeof body.id === 'string' ? body.id : '';
          const job = jobs.get(id);
          const isEnded = job && viewJob(job, performance.now()).status === 'completed';
          return isEnded ? undefined : found;
        },
      };
    },
  ),
  'cancel-of-two': alters('The cancel of a job cancels the one that was read before it, too.')(
    ({ cancelJob, viewJob }) => {
      const last = new Map<string, Job>();
      return {
        viewJob(job, nowMs) {
          const view = viewJob(job, nowMs);
          if (view.status === 'in_progress') last.set(job.tenant, job);
          return view;
        },
        cancelJob(job, nowMs) {
          const other = last.get(job.tenant);
          if (other !== undefined && other !== job) cancelJob(other, nowMs);
          return cancelJob(job, nowMs);
        },
      };
    },
  ),
  'cancel-of-a-stranger': alters('The cancel of another tenant is refused, and has its effect.')(
    ({ findJob, cancelJob, authorize }, { jobs }) => {
      let method = '';
      return {
        authorize(caller) {
          ({ method } = caller);
          return authorize(caller);
        },
        findJob(tenant, id) {
          const job = jobs.get(id);
          if (job && job.tenant !== tenant && method === 'DELETE')
            cancelJob(job, performance.now());
          return findJob(tenant, id);
        },
      };
    },
  ),
  'job-queued-by-a-stranger': alters('A job that another tenant looks for begins again.')(
    ({ findJob, viewJob }, { jobs }) => {
      const again = new Set<string>();
      return {
        findJob(tenant, id) {
          const job = findJob(tenant, id);
          if (job === undefined && jobs.get(id) !== undefined) again.add(id);
          return job;
        },
        viewJob(job, nowMs) {
          const view = viewJob(job, nowMs);
          if (!again.has(job.id) || view.status === 'queued') return view;
          return { ...view, status: 'queued', progress: 0, completedAt: null };
        },
      };
    },
  ),
  'content-once': alters('The content of a job can be downloaded once.')(
    ({ readRange, authorize }) => {
      const loaded = new Set<string>();
      let url = '';
      return {
        authorize(caller) {
          const tenant = authorize(caller);
          if (loaded.has(caller.url)) throw Refusal.unknownJob();
          ({ url } = caller);
          return tenant;
        },
        readRange(header, sizeBytes) {
          if (url.endsWith('/content')) loaded.add(url);
          return readRange(header, sizeBytes);
        },
      };
    },
  ),
  'response-continued-once': alters('A response can be continued once.')(({ findResponse }) => {
    const used = new Set<string>();
    return {
      findResponse(tenant, id) {
        const found = used.has(id) ? undefined : findResponse(tenant, id);
        used.add(id);
        return found;
      },
    };
  }),
  'connection-trusted': alters('The third request on a connection needs no key.')(
    ({ authorize }) => {
      const times = new WeakMap<object, number>();
      return {
        authorize(caller) {
          const { socket } = caller.request;
          times.set(socket, (times.get(socket) ?? 0) + 1);
          const isTrusted = caller.authorization === undefined && (times.get(socket) ?? 0) >= 3;
          return isTrusted ? 'first' : authorize(caller);
        },
      };
    },
  ),
  'connection-idle': alters('The first request after an idle connection is refused.')(
    ({ authorize }) => {
      const since = new WeakMap<object, number>();
      return {
        authorize(caller) {
          const { request } = caller;
          const { socket } = request;
          const now = performance.now();
          const idleMs = now - (since.get(socket) ?? now);
          since.set(socket, now);
          request.once('close', () => since.set(socket, performance.now()));
          if (idleMs > IDLE_MS) throw Refusal.unauthorized('The session has ended.', 'Bearer');
          return authorize(caller);
        },
      };
    },
  ),
  'connection-id': alters('A chat has the id of the one before it on its connection.')(
    ({ presentChat, authorize }) => {
      const bodies = new WeakMap<object, ReturnType<typeof presentChat>>();
      let socket: object = {};
      return {
        authorize(caller) {
          ({ socket } = caller.request);
          return authorize(caller);
        },
        presentChat(completion) {
          const body = presentChat(completion);
          const before = bodies.get(socket);
          bodies.set(socket, body);
          return before === undefined ? body : { ...body, id: before.id ?? null };
        },
      };
    },
  ),
  'crowd-fails': alters('With many requests in flight, a chat has no choices.')(
    ({ greet, presentChat }) => {
      let open = 0;
      return {
        greet(response) {
          open += 1;
          response.once('close', () => {
            open -= 1;
          });
          greet(response);
        },
        presentChat(completion) {
          const body = presentChat(completion);
          return open >= CROWD ? { ...body, choices: [] } : body;
        },
      };
    },
  ),
  'request-thirty': alters('Each 30th chat has no usage.')(({ presentChat }) => {
    let count = 0;
    return {
      presentChat(completion) {
        count += 1;
        const { usage, ...rest } = presentChat(completion);
        return usage === undefined || count % REQUESTS === 0 ? rest : { ...rest, usage };
      },
    };
  }),
  'stream-ends-another': alters('A stream ends when another one ends.')(
    ({ startStream, endStream }) => {
      const open = new Set<ServerResponse<IncomingMessage>>();
      return {
        startStream(response, headers) {
          open.add(response);
          startStream(response, headers);
        },
        endStream(response, pieces) {
          open.delete(response);
          const [other] = open;
          if (other !== undefined && !other.destroyed) other.end();
          open.clear();
          endStream(response, pieces);
        },
      };
    },
  ),
  'limit-stays': alters('The limit of a chat limits the next one, too.')(({ checkChat }) => {
    let limit = Number.POSITIVE_INFINITY;
    return {
      checkChat(body) {
        const checked = checkChat(body);
        const before = limit;
        limit = checked.mostTokens;
        return { ...checked, mostTokens: Math.min(before, checked.mostTokens) };
      },
    };
  }),
  'images-of-before': alters('An image request gets as many images as the one before it.')(
    ({ checkImages }) => {
      let before: number | undefined;
      return {
        checkImages(body) {
          const checked = checkImages(body);
          const n = before ?? checked.n;
          before = checked.n;
          return { ...checked, n };
        },
      };
    },
  ),
  'locked-out': alters('After a wrong key, the next request is refused.')(({ authorize }) => {
    let isLocked = false;
    return {
      authorize(caller) {
        if (isLocked) {
          isLocked = false;
          throw Refusal.unauthorized('Try again later.', 'Bearer');
        }
        try {
          return authorize(caller);
        } catch (error) {
          isLocked = caller.authorization !== undefined;
          throw error;
        }
      },
    };
  }),
  'messages-swapped': alters('The last messages of a long dialog are swapped.')(
    ({ checkChat }) => ({
      checkChat(body) {
        const { messages } = body;
        if (!Array.isArray(messages) || messages.length < MANY_MESSAGES) return checkChat(body);
        const [one, other] = messages.slice(-2);
        return checkChat({
          ...body,
          messages: [...messages.slice(0, -2), other ?? null, one ?? null],
        });
      },
    }),
  ),
};
