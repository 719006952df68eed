/** Video jobs: polled to their end, or cancelled at a random moment and read again. */
import { sleep } from 'k6';
import { type Answer, endGroup, type Group, now } from 'k6/x/gateway';
import { SCENARIOS } from './catalogue.ts';
import { type Request, send, settings } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { isOffered } from './lib/offered.ts';
import { videoRequest } from './lib/requests.ts';
import { retryAfterMs } from './lib/retry.ts';

export { options } from './lib/workload.ts';

const { pollMs, deadlineMs, terminalStates } = settings.video;

/** A cancel is sent within this number of polls. */
const LATEST_CANCEL_POLLS = 12;
const POLLS_AFTER_CANCEL = 3;

interface Job {
  /** A name chosen here: the job's id is known only after its creation. */
  readonly group: Group;
  readonly id: string;
  /** Polling ends then, in any state. */
  readonly deadlineMs: number;
  attempt: number;
  /** The earliest next request by the last answer; 0 if it does not say. */
  readyMs: number;
}

export function run(turn: Iteration): void {
  const group: Group = { kind: 'job', id: turn.word() };
  const created = send({ ...videoRequest(turn), group, attempt: 1 });
  const id = created.field('id');
  if (created.outcome === 'answered' && typeof id === 'string' && id !== '') {
    const job = { group, id, deadlineMs: now() + deadlineMs, attempt: 1, readyMs: 0 };
    if (isCancelled(turn)) cancelAt(job, momentOf(turn));
    else pollUntil(job, job.deadlineMs);
  }
  endGroup(group);
}

function isCancelled({ draw }: Iteration): boolean {
  const { 'video-cancel': share } = SCENARIOS['video-poll-cancel'].shares;
  return draw.chance(share) && isOffered('video-cancel');
}

function momentOf(turn: Iteration): number {
  return now() + turn.draw.share() * LATEST_CANCEL_POLLS * pollMs;
}

function cancelAt(job: Job, momentMs: number): void {
  pollUntil(job, momentMs - pollMs);
  const cancel = sendAt(job, momentMs, { operation: 'video-cancel', method: 'DELETE' });
  // The job has ended, or else later reads show that the refusal was wrong.
  if (cancel?.outcome === 'answered' && cancel.status >= 400) pollUntil(job, job.deadlineMs);
  else for (let left = POLLS_AFTER_CANCEL; left > 0; left--) poll(job);
}

/** Polls until the job has ended, can no longer be read, or this time is reached. */
function pollUntil(job: Job, momentMs: number): void {
  while (Math.max(now(), job.readyMs) < momentMs) {
    const answer = poll(job);
    if (answer === undefined || isOver(answer)) return;
  }
}

/** Undefined if this gateway does not support reads of jobs. */
function poll(job: Job): Answer | undefined {
  if (!isOffered('video-read')) return undefined;
  return sendAt(job, now() + pollMs, { operation: 'video-read', method: 'GET' });
}

/** Later, if the last answer asks for it; not at all, if it asks for more than the deadline. */
function sendAt(job: Job, wishedMs: number, request: Request): Answer | undefined {
  if (job.readyMs > job.deadlineMs) return undefined;
  const plannedMs = Math.max(wishedMs, job.readyMs);
  sleep(Math.max(0, plannedMs - now()) / 1000);
  job.attempt += 1;
  const { id, group, attempt } = job;
  const answer = send({ ...request, id, group, attempt, intendedMs: plannedMs });
  const delayMs = retryAfterMs(answer);
  job.readyMs = delayMs > 0 ? now() + delayMs : 0;
  return answer;
}

function isOver(answer: Answer): boolean {
  const { outcome, status } = answer;
  if (outcome !== 'answered' || status === 429 || status >= 500) return false;
  return status >= 400 || terminalStates.includes(String(answer.field('status')));
}

export default () => run(iteration());
