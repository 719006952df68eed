import { sleep } from 'k6';
import { type Answer, now, together } from 'k6/x/gateway';
import { addressed, type Request, settings } from './gateway.ts';
import type { Iteration } from './iteration.ts';

const { attempts, backoffMs, longestWaitMs } = settings.retries;

/** A request with one idempotency key, sent repeatedly unchanged. */
export interface Retrying {
  readonly turn: Iteration;
  readonly request: Request;
  /** Requests sent so far. */
  attempt: number;
  /** The pause that the last answers ask for; absent if the next request may be sent at once. */
  pause?: Pause | undefined;
}

interface Pause {
  readonly ms: number;
  /** The backoff in it, without jitter: the next one is twice as long. */
  readonly backoffMs: number;
}

/**
 * Sends the request once more, after the pause that the last answers ask for. Undefined when it is
 * not sent: the attempts are used up, or the pause is too long.
 */
export function sendAgain(retrying: Retrying, disconnect?: Partial<Request>): Answer | undefined {
  return sendTogether(retrying, 1, disconnect)[0];
}

/** Sends this number of concurrent requests, limited by the remaining attempts. */
export function sendTogether(
  retrying: Retrying,
  count: number,
  disconnect: Partial<Request> = {},
): Answer[] {
  const { request, pause } = retrying;
  const left = Math.min(count, attempts - retrying.attempt);
  if (left <= 0 || (pause !== undefined && pause.ms > longestWaitMs)) return [];
  const planned = pause === undefined ? {} : { intendedMs: wait(pause) };
  const requests = Array.from({ length: left }, () => {
    retrying.attempt += 1;
    return addressed({ ...request, ...disconnect, ...planned, attempt: retrying.attempt });
  });
  const answers = together(requests);
  retrying.pause = pauseAfter(answers, retrying);
  return answers;
}

/**
 * Sends as a careful client does: again after a failure that may pass, later each time and no
 * sooner than `Retry-After` asks. Returns the answer, of success or not; undefined when none came
 * before the attempts were used up or a pause was too long.
 */
export function sendUntilAnswered(retrying: Retrying): Answer | undefined {
  for (;;) {
    const answer = sendAgain(retrying);
    if (answer === undefined || !mayPass(answer)) return answer;
  }
}

/** No whole answer, or one that asks for a retry. */
export function mayPass({ outcome, status }: Answer): boolean {
  return outcome !== 'answered' || isPassing(status);
}

export function isSuccess(answer: Answer | undefined): boolean {
  return answer?.outcome === 'answered' && answer.status >= 200 && answer.status < 300;
}

/** The wait that a temporary failure asks for, in ms; 0 if it does not say. */
export function retryAfterMs(answer: Answer): number {
  return mayPass(answer) ? (answer.retryAfterSeconds ?? 0) * 1000 : 0;
}

function isPassing(status: number): boolean {
  return [408, 409, 429].includes(status) || status >= 500;
}

/** Returns the scheduled end of the pause. */
function wait({ ms }: Pause): number {
  const plannedMs = now() + ms;
  sleep(ms / 1000);
  return plannedMs;
}

/** The longest of the requested pauses. */
function pauseAfter(answers: readonly Answer[], { turn, pause }: Retrying): Pause | undefined {
  const asking = answers.filter(asksToWait);
  if (asking.length === 0) return undefined;
  const nextMs = pause === undefined ? backoffMs : pause.backoffMs * 2;
  const jitter = 0.5 + turn.draw.share();
  return { backoffMs: nextMs, ms: Math.max(nextMs * jitter, ...asking.map(retryAfterMs)) };
}

/** A request that was aborted on purpose is not a failure, unless it had already failed. */
function asksToWait(answer: Answer): boolean {
  return answer.outcome === 'aborted' ? isPassing(answer.status) : mayPass(answer);
}
