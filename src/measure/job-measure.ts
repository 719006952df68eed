import { isJsonObject } from '../answers/json.ts';
import { narrow } from '../answers/narrow.ts';
import type { VideoStates } from '../answers/video-jobs.ts';
import { type Exchange, header } from '../exchange/exchange.ts';
import { Histogram } from './histogram.ts';

/** Figures of the video jobs whose exchanges all came. docs/reference/metrics.md has the formulas. */
export class JobMeasure {
  created = 0;
  completed = 0;
  failed = 0;
  cancelled = 0;
  /** Their end was not seen: the scenario gave up first. */
  notEnded = 0;
  /** Send of the create to the answer that showed a completed or failed job. */
  readonly duration = new Histogram();
  /** The longest time between the end of a job and the poll that showed it. */
  readonly pollLag = new Histogram();
  /** The same by the gateway's clock, to the second. */
  readonly statedPollLag = new Histogram();
  /** Send of the first DELETE to the first answer that showed the job cancelled. */
  readonly cancelLatency = new Histogram();

  /** @param exchanges of one job, in the order sent */
  add(exchanges: readonly Exchange[], states: VideoStates): void {
    const observations = jobObservations(exchanges);
    const created = observations.find(({ exchange }) => exchange.operation === 'video-create');
    if (created === undefined) return;
    this.created += 1;
    const at = observations.findIndex(({ status }) => hasEnded(status, states));
    const end = observations[at];
    if (end === undefined) {
      this.notEnded += 1;
      return;
    }
    if (states.cancelled.includes(end.status)) {
      this.#addCancelled(exchanges, end);
      return;
    }
    if (states.completed.includes(end.status)) this.completed += 1;
    else this.failed += 1;
    this.duration.add(end.exchange.timing.endMs - created.exchange.timing.sendMs);
    if (end.exchange.operation === 'video-read') this.#addPolled(end, observations[at - 1]);
  }

  #addCancelled(exchanges: readonly Exchange[], { exchange }: JobObservation): void {
    this.cancelled += 1;
    const cancel = exchanges.find(({ operation }) => operation === 'video-cancel');
    if (cancel === undefined || cancel.timing.sendMs > exchange.timing.endMs) return;
    this.cancelLatency.add(exchange.timing.endMs - cancel.timing.sendMs);
  }

  /** The job was still running when the previous poll was sent, or later. */
  #addPolled(end: JobObservation, before: JobObservation | undefined): void {
    if (before !== undefined) {
      this.pollLag.add(end.exchange.timing.endMs - before.exchange.timing.sendMs);
    }
    const statedMs = statedLagMs(end);
    if (statedMs !== undefined) this.statedPollLag.add(statedMs);
  }
}

function hasEnded(status: string, { completed, failed, cancelled }: VideoStates): boolean {
  return [completed, failed, cancelled].some((states) => states.includes(status));
}

/** Numbers from here on are ms, below it seconds. */
const LEAST_UNIX_MS = 1e11;

/** From `completed_at` to the `Date` of the answer that showed it: both are by one clock. */
function statedLagMs({ exchange, completedAt }: JobObservation): number | undefined {
  const answeredMs = Date.parse(header(exchange.answer?.headers ?? [], 'date') ?? '');
  if (completedAt === undefined || Number.isNaN(answeredMs)) return undefined;
  const completedMs = completedAt < LEAST_UNIX_MS ? completedAt * 1000 : completedAt;
  return Math.max(0, answeredMs - completedMs);
}

/** A successful answer that shows the status of a video job. */
export interface JobObservation {
  readonly exchange: Exchange;
  readonly status: string;
  /** As stated, whatever its unit. */
  readonly completedAt: number | undefined;
}

/** The observations of one job, in the order of its exchanges. */
function jobObservations(exchanges: readonly Exchange[]): JobObservation[] {
  return exchanges.flatMap((exchange) => {
    const job = narrow('answer', exchange)?.json;
    if (!isJsonObject(job) || typeof job.status !== 'string') return [];
    const completedAt = typeof job.completed_at === 'number' ? job.completed_at : undefined;
    return [{ exchange, status: job.status, completedAt }];
  });
}
