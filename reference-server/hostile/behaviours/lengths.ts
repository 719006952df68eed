import type { Behaviour, Behaviours } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { answers, ends, writes } from '../rows.ts';
import { answerJson, chunk, head, LAST_CHUNK } from '../writing.ts';

const BODY = JSON.stringify(completion());

/** A body whose head has this line in place of a correct Content-Length. */
function announcing(summary: string, length: string | number, as = writes): Behaviour {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': length };
  return as(summary, () => head(200, headers) + BODY);
}

/** Lengths that are wrong, malformed or contradictory. */
export const lengths: Behaviours = {
  'length-too-long': announcing(
    'A Content-Length of 1000 bytes more than the body, then the end of the connection.',
    BODY.length + 1000,
    ends,
  ),
  'length-too-short': announcing('A Content-Length of 10, and a longer body.', 10),
  'length-huge': announcing(
    'A Content-Length of 2^53 bytes, then the end of the connection.',
    '9007199254740992',
    ends,
  ),
  'length-beyond-64-bits': announcing('A Content-Length of 40 digits.', '9'.repeat(40)),
  'length-negative': announcing('A Content-Length of -1.', -1),
  'length-hex': announcing('A Content-Length of 0x10.', '0x10'),
  'length-empty': announcing('A Content-Length without a value.', ''),
  'length-list': announcing('A Content-Length that is a list of two numbers.', `${BODY.length}, 7`),
  'length-twice': announcing(
    'Two different Content-Lengths.',
    `${BODY.length}\r\nContent-Length: 7`,
  ),
  'length-and-chunked': writes('A Content-Length and Transfer-Encoding: chunked together.', () => {
    const framing = { 'Content-Length': 7, 'Transfer-Encoding': 'chunked' };
    const both = head(200, { 'Content-Type': 'application/json', ...framing });
    return `${both}${chunk(BODY)}${LAST_CHUNK}`;
  }),
  'length-zero': announcing('A Content-Length of 0, and a body.', 0),
  'body-after-204': answers('A 204, and a body after it.', ({ socket }) =>
    answerJson(socket, completion(), { status: '204 No Content' }),
  ),
  'second-answer': answers(
    'A second answer after the complete first one, without a second request.',
    ({ socket }) => {
      answerJson(socket, completion());
      answerJson(socket, completion({ content: 'The second answer.' }));
    },
  ),
};
