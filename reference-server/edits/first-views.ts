import type { Alteration } from '../hooks.ts';
import type { Job, JobView } from '../state/video-jobs.ts';
import { alters } from './steps.ts';

/** A job that no client read while it ran had this progress. */
const LAST_PROGRESS = 99;

/**
 * The first views of a job that runs, each changed by its place. A job that was not cancelled runs
 * until it has been read that often: the change shows however rarely a client reads.
 *
 * @param changes what each of the first views becomes, given the first one
 */
export function firstViews(
  summary: string,
  changes: readonly ((view: JobView, first: JobView) => JobView)[],
): Alteration {
  return alters(summary, ({ viewJob, cancelJob }) => {
    const shown = new WeakMap<Job, { readonly views: number; readonly first: JobView }>();
    const cancelled = new WeakSet<Job>();
    return {
      viewJob(job, nowMs) {
        const view = viewJob(job, nowMs);
        const { views, first } = shown.get(job) ?? { views: 0, first: running(view) };
        const change = changes[views];
        const isRunning = view.status === 'in_progress' || view.status === 'completed';
        if (change === undefined || !isRunning || cancelled.has(job)) return view;
        shown.set(job, { views: views + 1, first });
        return change(running(view), first);
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
