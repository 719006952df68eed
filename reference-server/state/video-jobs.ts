import type { JsonObject } from '../http/json.ts';
import { FAILURE } from '../http/refusal.ts';
import type { Tenant } from './tenants.ts';

/** A video job. How it stands follows from the time: no timer moves it. */
export interface Job {
  readonly id: string;
  readonly tenant: Tenant;
  readonly model: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** In ms of `performance.now()`. */
  readonly startMs: number;
  readonly lengthMs: number;
  readonly fails: boolean;
  /** In ms of `performance.now()`; absent unless it was cancelled while it ran. */
  cancelledMs?: number;
}

export type JobStatus = 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export interface JobView {
  readonly job: Job;
  readonly status: JobStatus;
  /** 0..100. */
  readonly progress: number;
  /** Unix time in seconds; only of a completed job. */
  readonly completedAt: number | null;
}

/** The share of its length that a job waits in the queue. */
const QUEUED_SHARE = 0.15;

/** The job at a time of `performance.now()`. */
export function viewJob(job: Job, nowMs: number): JobView {
  const { startMs, lengthMs, cancelledMs, fails, createdAt } = job;
  const share = Math.max(0, Math.min(nowMs, cancelledMs ?? nowMs) - startMs) / lengthMs;
  const progress = share < QUEUED_SHARE ? 0 : Math.min(99, Math.floor(share * 100));
  const view = { job, progress, completedAt: null };
  if (cancelledMs !== undefined) return { ...view, status: 'cancelled' };
  if (share < QUEUED_SHARE) return { ...view, status: 'queued' };
  if (share < 1) return { ...view, status: 'in_progress' };
  if (fails) return { ...view, status: 'failed' };
  const completedAt = createdAt + Math.floor(lengthMs / 1000);
  return { job, status: 'completed', progress: 100, completedAt };
}

/** Cancels a job that runs; one that has ended stays as it is. */
export function cancelJob(job: Job, nowMs: number): JobView {
  const { status } = viewJob(job, nowMs);
  if (status === 'queued' || status === 'in_progress') job.cancelledMs = nowMs;
  return viewJob(job, nowMs);
}

export function jobBody({ job, status, progress, completedAt }: JobView): JsonObject {
  const { id, model, createdAt } = job;
  return {
    id,
    object: 'video',
    status,
    model,
    progress,
    created_at: createdAt,
    completed_at: completedAt,
    error: status === 'failed' ? FAILURE : null,
    content_url: status === 'completed' ? `/videos/${encodeURIComponent(id)}/content` : null,
  };
}
