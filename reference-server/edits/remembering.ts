import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../hooks.ts';
import type { JsonObject } from '../http/json.ts';
import type { RelayedJob } from '../relay/relay-steps.ts';
import { Meetings } from '../state/meetings.ts';
import type { Job, JobView } from '../state/video-jobs.ts';
import { alters } from './steps.ts';

/** Looks a key up and stores it in two steps: requests with the key that come between them are fresh. */
export function lateClaim(summary: string): Alteration {
  return alters(summary)(({ claim }) => {
    const meetings = new Meetings();
    return {
      async claim(retryable, steps) {
        const name = steps.nameRecord(retryable);
        if (name === undefined) return await claim(retryable, steps);
        const found = steps.lookUp(name, retryable);
        if (found !== undefined) return found;
        await meetings.join(name);
        return steps.begin(name, retryable);
      },
    };
  });
}

interface Known {
  readonly state: JsonObject;
  readonly sinceMs: number;
}

interface Memory {
  readonly freshMs: number;
  /** A cancel ends it; otherwise only the time does. */
  readonly untilCancelled: boolean;
}

/** The state of a video job at the provider is read again only when the known one is this old. */
export function remembersStates({ freshMs, untilCancelled }: Memory) {
  return (summary: string): Alteration =>
    alters(summary)(({ readRelayedJob, cancelRelayedJob }) => {
      const states = new WeakMap<RelayedJob, Known>();
      return {
        async readRelayedJob(job, ask) {
          const known = states.get(job);
          if (known !== undefined && performance.now() - known.sinceMs < freshMs)
            return known.state;
          const state = await readRelayedJob(job, ask);
          states.set(job, { state, sinceMs: performance.now() });
          return state;
        },
        async cancelRelayedJob(job, ask) {
          if (untilCancelled) states.delete(job);
          return await cancelRelayedJob(job, ask);
        },
      };
    });
}

/** A cancel is answered without the provider. @param forwardMs when it is forwarded; undefined: never */
export function cancelsLocally(summary: string) {
  return (forwardMs?: number): Alteration =>
    alters(summary)(({ readRelayedJob, cancelRelayedJob }) => {
      const cancelled = new WeakMap<RelayedJob, JsonObject>();
      return {
        readRelayedJob: async (job, ask) => cancelled.get(job) ?? (await readRelayedJob(job, ask)),
        async cancelRelayedJob(job, ask) {
          const state = { id: job.id, object: 'video', status: 'cancelled', error: null };
          cancelled.set(job, state);
          if (forwardMs !== undefined) {
            sleep(forwardMs)
              .then(() => cancelRelayedJob(job, ask))
              .catch(() => cancelled.delete(job));
          }
          return state;
        },
      };
    });
}

/** A job that no client read while it ran had this progress. */
const LAST_PROGRESS = 99;

/** Two concurrent reads may share the first two views of a job. */
const CHANGED = 3;

/**
 * The third view of a job that runs is changed, given the first one. A job that was not cancelled runs
 * until it has been read that often: the change shows however rarely a client reads.
 */
export function changesThirdView(summary: string) {
  return (change: (view: JobView, first: JobView) => JobView): Alteration =>
    alters(summary)(({ viewJob, cancelJob }) => {
      const shown = new WeakMap<Job, { readonly views: number; readonly first: JobView }>();
      const cancelled = new WeakSet<Job>();
      return {
        viewJob(job, nowMs) {
          const view = viewJob(job, nowMs);
          const { views, first } = shown.get(job) ?? { views: 0, first: running(view) };
          const isRunning = view.status === 'in_progress' || view.status === 'completed';
          if (views === CHANGED || !isRunning || cancelled.has(job)) return view;
          shown.set(job, { views: views + 1, first });
          return views + 1 === CHANGED ? change(running(view), first) : running(view);
        },
        cancelJob(job, nowMs) {
          cancelled.add(job);
          return cancelJob(job, nowMs);
        },
      };
    });
}

function running(view: JobView): JobView {
  if (view.status === 'in_progress') return view;
  return { ...view, status: 'in_progress', progress: LAST_PROGRESS, completedAt: null };
}
