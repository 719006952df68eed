import { type Exchange, isSuccess } from '../exchange/exchange.ts';

/** How an exchange ended, for the count of errors. */
export type ResultClass =
  | { readonly kind: 'good' }
  /** Status 429: the gateway limits the rate, which is not an error. */
  | { readonly kind: 'throttled' }
  /** A retry was refused because the first request of its key is still in flight. */
  | { readonly kind: 'in-flight' }
  /** Refused, as is legal once the video job has ended or was cancelled. */
  | { readonly kind: 'job-over' }
  /** The client disconnected on purpose. */
  | { readonly kind: 'aborted' }
  /** The run ended first: its latency is at least the time that it had waited. */
  | { readonly kind: 'cut' }
  /** It met a kept connection that the gateway was closing: it may never have seen the request. */
  | { readonly kind: 'met-closing' }
  /** `error` is an outcome such as `refused`, or `status 500`, or `error in a 2xx answer`. */
  | { readonly kind: 'failed'; readonly error: string };

/**
 * Whether the sender still waited when the exchange was ended: it had taken at least what passed.
 * Other failures had an answer, though a bad one, and show no duration.
 */
export function isCensored({ outcome }: Exchange): boolean {
  return outcome === 'cut-by-end' || outcome === 'timed-out';
}

/** Statuses of refusals for which neither side is to blame. */
export interface LegalRefusals {
  /** For a retry whose first request is still in flight. */
  readonly inFlightStatus: readonly number[];
  /** For a DELETE that finds nothing to cancel. A job may end just before it. */
  readonly cancelRefusalStatus: readonly number[];
  /** For a read of a job that does not exist, or exists no longer. */
  readonly unknownVideoStatus: readonly number[];
}

const NONE: LegalRefusals = { inFlightStatus: [], cancelRefusalStatus: [], unknownVideoStatus: [] };
const NO_JOBS: ReadonlySet<string> = new Set();

/** @param cancelledJobs groups of jobs that were cancelled before */
export function classify(
  exchange: Exchange,
  legal: LegalRefusals = NONE,
  cancelledJobs: ReadonlySet<string> = NO_JOBS,
): ResultClass {
  const { answer, group, outcome, metClosing } = exchange;
  if (outcome === 'aborted') return { kind: 'aborted' };
  if (outcome === 'cut-by-end') return { kind: 'cut' };
  if (metClosing === true) return { kind: 'met-closing' };
  if (outcome !== 'answered' || answer === undefined) return { kind: 'failed', error: outcome };
  if (isSuccess(answer)) {
    const failed = exchange.reportsError === true;
    return failed ? { kind: 'failed', error: 'error in a 2xx answer' } : { kind: 'good' };
  }
  if (answer.status === 429) return { kind: 'throttled' };
  if (group?.kind === 'key' && legal.inFlightStatus.includes(answer.status)) {
    return { kind: 'in-flight' };
  }
  if (isJobOver(exchange, answer.status, legal, cancelledJobs)) return { kind: 'job-over' };
  return { kind: 'failed', error: `status ${answer.status}` };
}

/** Whether the job was over shows later: `video-delete-returns-job` judges its whole course. */
function isJobOver(
  { group, operation }: Exchange,
  status: number,
  { cancelRefusalStatus, unknownVideoStatus }: LegalRefusals,
  cancelledJobs: ReadonlySet<string>,
): boolean {
  if (group?.kind !== 'job') return false;
  if (operation === 'video-cancel') return cancelRefusalStatus.includes(status);
  return (
    operation === 'video-read' && cancelledJobs.has(group.id) && unknownVideoStatus.includes(status)
  );
}
