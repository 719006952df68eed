import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { completion } from '../good-answers.ts';
import { answerJson, chunk, head, LAST_CHUNK } from '../writing.ts';

const BODY = JSON.stringify(completion());

/** A body whose head has this line in place of a correct Content-Length. */
function announcing(length: string | number): ({ socket }: HostileRequest) => void {
  return ({ socket }) =>
    void socket.write(
      head(200, { 'Content-Type': 'application/json', 'Content-Length': length }) + BODY,
    );
}

/** Lengths that are wrong, malformed or contradictory. */
export const lengths: Behaviours = {
  'length-too-long': {
    summary: 'A Content-Length of 1000 bytes more than the body, then the end of the connection.',
    answer: (request) => {
      announcing(BODY.length + 1000)(request);
      request.socket.end();
    },
  },
  'length-too-short': {
    summary: 'A Content-Length of 10, and a longer body.',
    answer: announcing(10),
  },
  'length-huge': {
    summary: 'A Content-Length of 2^53 bytes, then the end of the connection.',
    answer: (request) => {
      announcing('9007199254740992')(request);
      request.socket.end();
    },
  },
  'length-beyond-64-bits': {
    summary: 'A Content-Length of 40 digits.',
    answer: announcing('9'.repeat(40)),
  },
  'length-negative': { summary: 'A Content-Length of -1.', answer: announcing(-1) },
  'length-hex': { summary: 'A Content-Length of 0x10.', answer: announcing('0x10') },
  'length-empty': { summary: 'A Content-Length without a value.', answer: announcing('') },
  'length-list': {
    summary: 'A Content-Length that is a list of two numbers.',
    answer: announcing(`${BODY.length}, 7`),
  },
  'length-twice': {
    summary: 'Two different Content-Lengths.',
    answer: announcing(`${BODY.length}\r\nContent-Length: 7`),
  },
  'length-and-chunked': {
    summary: 'A Content-Length and Transfer-Encoding: chunked together.',
    answer: ({ socket }) => {
      const framing = { 'Content-Length': 7, 'Transfer-Encoding': 'chunked' };
      socket.write(head(200, { 'Content-Type': 'application/json', ...framing }));
      socket.write(chunk(BODY));
      socket.write(LAST_CHUNK);
    },
  },
  'length-zero': { summary: 'A Content-Length of 0, and a body.', answer: announcing(0) },
  'body-after-204': {
    summary: 'A 204, and a body after it.',
    answer: ({ socket }) => answerJson(socket, completion(), { status: '204 No Content' }),
  },
  'second-answer': {
    summary: 'A second answer after the complete first one, without a second request.',
    answer: ({ socket }) => {
      answerJson(socket, completion());
      answerJson(socket, completion({ content: 'The second answer.' }));
    },
  },
};
