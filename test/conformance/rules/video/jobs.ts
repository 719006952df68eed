import type { Operation } from '../../../../src/contract/operations.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts } from '../exchanges.ts';

/** A job that waits. */
export const JOB = {
  id: 'v1',
  object: 'video',
  status: 'queued',
  model: 'some-model',
  progress: 0,
  created_at: 1_760_000_000,
};

/** What a completed job has beside the others. */
export const DONE = {
  status: 'completed',
  progress: 100,
  completed_at: 1_760_000_060,
  content_url: 'https://example.com/v1.mp4?signature=a%2Bb',
};

/** The answer to POST /videos at 0 ms: a job that waits. */
export function made(job: object = {}, facts: ExchangeFacts = {}): Exchange {
  return jobAnswer('video-create', 0, job, facts);
}

/** The answer to a GET that was sent at this time and took 5 ms. */
export function readAt(sentAtMs: number, job: object = {}, facts: ExchangeFacts = {}): Exchange {
  return jobAnswer('video-read', sentAtMs, job, facts);
}

/** The answer to a DELETE that was sent at this time and took 5 ms. */
export function cancelAt(sentAtMs: number, job: object = {}, facts: ExchangeFacts = {}): Exchange {
  return jobAnswer('video-cancel', sentAtMs, { status: 'cancelled', ...job }, facts);
}

/** A refusal, or a failure, of a GET that was sent at this time. */
export function readRefusedAt(sentAtMs: number, status: number): Exchange {
  return answer(NO, { operation: 'video-read', sentAtMs, status });
}

/** A refusal, or a failure, of a DELETE that was sent at this time. */
export function cancelRefusedAt(sentAtMs: number, status: number): Exchange {
  return answer(NO, { operation: 'video-cancel', sentAtMs, status });
}

/** A refusal, or a failure, of a POST. */
export function notMade(status: number): Exchange {
  return answer(NO, { operation: 'video-create', status });
}

const NO = { error: { message: 'No.', type: 'some_error', param: null, code: null } };

function jobAnswer(
  operation: Operation,
  sentAtMs: number,
  job: object,
  facts: ExchangeFacts,
): Exchange {
  return answer({ ...JOB, ...job }, { operation, sentAtMs, ...facts });
}
