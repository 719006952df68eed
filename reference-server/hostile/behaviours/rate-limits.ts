import type { Behaviours } from '../behaviour.ts';
import { failure } from '../good-answers.ts';
import { answers } from '../rows.ts';
import { answerJson } from '../writing.ts';

/** A refusal with this Retry-After. */
function refusing(summary: string, retryAfter: string, status = '429 Too Many Requests') {
  const headers = { 'Retry-After': retryAfter };
  return answers(summary, ({ socket }) =>
    answerJson(socket, failure('Later.', { type: 'rate_limit_error' }), { status, headers }),
  );
}

/** Refusals that ask the client to wait forever, or for no time at all. */
export const rateLimits: Behaviours = {
  'retry-after-huge': refusing('429 with a Retry-After of 20 digits.', '9'.repeat(20)),
  'retry-after-negative': refusing('429 with a Retry-After of -1.', '-1'),
  'retry-after-zero': refusing('429 with a Retry-After of 0, each time.', '0'),
  'retry-after-year-9999': refusing(
    '429 with a Retry-After in the year 9999.',
    'Fri, 31 Dec 9999 23:59:59 GMT',
  ),
  'retry-after-word': refusing('429 with a Retry-After that is not a time.', 'never\u{1b}[2J'),
  'retry-after-twice': refusing(
    '503 with two Retry-Afters, of 1 s and a day.',
    '1\r\nRetry-After: 86400',
    '503 Busy',
  ),
};
