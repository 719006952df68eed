import type { Operation } from '../routes.ts';
import type { Behaviour, HostileRequest } from './behaviour.ts';
import { answerChat } from './good-answers.ts';
import {
  answerEvents,
  type Bytes,
  chunkedHead,
  drip,
  EVENTS_TYPE,
  pour,
  repeat,
  resetAfter,
} from './writing.ts';

/** The heads of answers in chunks. */
export const CHUNKED = chunkedHead(200);
export const EVENTS = chunkedHead(200, EVENTS_TYPE);

/** The operations on video jobs. */
export const JOBS = ['video-create', 'video-read', 'video-cancel'] as const;

/** Answers each request for a chat so, or for one of `operations`. */
export function answers(
  summary: string,
  answer: (request: HostileRequest) => void,
  operations?: readonly Operation[],
): Behaviour {
  return { summary, answer, ...(operations && { operations }) };
}

/** Streams of these texts; a request without the stream switch is answered correctly. */
export function streams(summary: string, make: (request: HostileRequest) => readonly Bytes[]) {
  return answers(summary, (request) => {
    if (request.streams) answerEvents(request.socket, make(request));
    else answerChat(request);
  });
}

/** Writes these bytes, and then nothing: the connection stays open. */
export function writes(summary: string, make: () => Bytes): Behaviour {
  return answers(summary, ({ socket }) => void socket.write(make()));
}

/** Writes these bytes, and closes the connection. */
export function ends(summary: string, make: () => Bytes): Behaviour {
  return answers(summary, ({ socket }) => void socket.end(make()));
}

/** Writes these bytes, and resets the connection. */
export function resetsAfter(summary: string, bytes: Bytes): Behaviour {
  return answers(summary, ({ socket }) => resetAfter(socket, bytes));
}

/** After these bytes more of them forever, as fast as the client reads. */
export function pours(summary: string, start: Bytes, more: () => () => Bytes): Behaviour {
  return answers(summary, ({ socket }) => {
    socket.write(start);
    pour(socket, more());
  });
}

/** After these bytes others, one each 100 ms. */
export function drips(summary: string, start: Bytes, bytes: Bytes): Behaviour {
  return answers(summary, ({ socket }) => {
    socket.write(start);
    drip(socket, bytes);
  });
}

/** After these bytes others, all of them each 100 ms. */
export function repeats(summary: string, start: Bytes, bytes: Bytes): Behaviour {
  return answers(summary, ({ socket }) => {
    socket.write(start);
    repeat(socket, bytes, 100);
  });
}
