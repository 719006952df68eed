import { sleep } from 'k6';
import { type Answer, now } from 'k6/x/gateway';
import { type Request, send, settings } from './gateway.ts';
import type { Iteration } from './iteration.ts';

const { attempts, backoffMs, longestWaitMs } = settings.retries;

/** A request under one idempotency key, sent again and again as the same. */
export interface Retrying {
  readonly turn: Iteration;
  readonly request: Request;
  /** Requests sent so far. */
  attempt: number;
}

/** Sends the request once more. */
export function sendAgain(retrying: Retrying, departure: Partial<Request> = {}): Answer {
  retrying.attempt += 1;
  return send({ ...retrying.request, ...departure, attempt: retrying.attempt });
}

/**
 * Sends as a careful client does: again after a failure that may pass, later each time and no
 * sooner than `Retry-After` asks, until there is an answer or the attempts are used up.
 */
export function sendUntilAnswered(retrying: Retrying): void {
  let waitMs = backoffMs;
  let answer = sendAgain(retrying);
  while (mayPass(answer) && retrying.attempt < attempts) {
    const jitter = 0.5 + retrying.turn.draw.share();
    const pauseMs = Math.max(waitMs * jitter, (answer.retryAfterSeconds ?? 0) * 1000);
    if (pauseMs > longestWaitMs) return;
    const plannedMs = now() + pauseMs;
    sleep(pauseMs / 1000);
    answer = sendAgain(retrying, { intendedMs: plannedMs });
    waitMs *= 2;
  }
}

/** No whole answer, or one that asks to come again. */
export function mayPass({ outcome, status }: Answer): boolean {
  return outcome !== 'answered' || [408, 409, 429].includes(status) || status >= 500;
}
