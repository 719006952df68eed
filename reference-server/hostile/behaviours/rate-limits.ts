import type { Behaviour, Behaviours } from '../behaviour.ts';
import { failure } from '../good-answers.ts';
import { answerJson } from '../writing.ts';

function refusing(
  summary: string,
  status: string,
  headers: Readonly<Record<string, string>>,
): Behaviour {
  return {
    summary,
    answer: ({ socket }) =>
      answerJson(socket, failure('Later.', { type: 'rate_limit_error' }), { status, headers }),
  };
}

const LIMITED = '429 Too Many Requests';

/** Refusals that ask the client to wait forever, or for no time at all. */
export const rateLimits: Behaviours = {
  'retry-after-huge': refusing('429 with a Retry-After of 20 digits.', LIMITED, {
    'Retry-After': '9'.repeat(20),
  }),
  'retry-after-negative': refusing('429 with a Retry-After of -1.', LIMITED, {
    'Retry-After': '-1',
  }),
  'retry-after-zero': refusing('429 with a Retry-After of 0, each time.', LIMITED, {
    'Retry-After': '0',
  }),
  'retry-after-year-9999': refusing('429 with a Retry-After in the year 9999.', LIMITED, {
    'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT',
  }),
  'retry-after-word': refusing('429 with a Retry-After that is not a time.', LIMITED, {
    'Retry-After': 'never\u{1b}[2J',
  }),
  'retry-after-twice': refusing('503 with two Retry-Afters, of 1 s and a day.', '503 Busy', {
    'Retry-After': '1\r\nRetry-After: 86400',
  }),
};
