import type { Socket } from 'node:net';
import type { JsonValue } from '../http/json.ts';
import type { Operation } from '../routes.ts';
import type { Behaviour, HostileRequest } from './behaviour.ts';
import { answerChat, failure } from './good-answers.ts';
import { answerEvents, answerJson, type Bytes, chunkedHead, EVENTS_TYPE } from './writing.ts';

/** The heads of answers in chunks. */
export const CHUNKED = chunkedHead(200);
export const EVENTS = chunkedHead(200, EVENTS_TYPE);

/** Answers each request for a chat so, or for one of `operations`. */
export function answers(summary: string, operations?: readonly Operation[]) {
  return (answer: (request: HostileRequest) => void): Behaviour => ({
    summary,
    answer,
    ...(operations && { operations }),
  });
}

/** Answers each request for a video job so. */
export function answersJobs(summary: string) {
  return answers(summary, ['video-create', 'video-read', 'video-cancel']);
}

/** Streams of these texts; a request without the stream switch is answered correctly. */
export function streams(summary: string) {
  return (make: (request: HostileRequest) => readonly Bytes[]): Behaviour =>
    answers(summary)((request) => {
      if (request.streams) answerEvents(request.socket, make(request));
      else answerChat(request);
    });
}

/** Writes these bytes. The connection then stays open, unless `after` does something with it. */
export function writes(summary: string) {
  return (bytes: Bytes | (() => Bytes), after: (socket: Socket) => void = () => {}): Behaviour =>
    answers(summary)(({ socket }) => {
      socket.write(typeof bytes === 'function' ? bytes() : bytes);
      after(socket);
    });
}

/** The end of the connection. */
export function close(socket: Socket): void {
  socket.end();
}

/** A complete answer in JSON, as it follows from the request. */
export function answersJson(summary: string) {
  return (json: (request: HostileRequest) => JsonValue): Behaviour =>
    answers(summary)((request) => answerJson(request.socket, json(request)));
}

/** Answers with a value that takes long to make: it is made once, before the first request. */
export function prepared<T>(summary: string, operations?: readonly Operation[]) {
  return (make: () => T, answer: (request: HostileRequest, value: T) => void): Behaviour => {
    const made = once(make);
    const answered = answers(summary, operations)((request) => answer(request, made()));
    return { ...answered, prepare: made };
  };
}

/** Makes a value when it is first needed, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Takes a connection before its request is complete: a read gets a 404, and `post` has the
 * connection as soon as another request begins.
 */
export function onPost(post: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => {
    const begin = (data: Buffer): void => {
      if (data.toString('latin1', 0, 5) !== 'POST ') {
        answerJson(socket, failure('There is no such path.'), { status: '404 Not Found' });
        return;
      }
      socket.off('data', begin);
      post(socket);
    };
    socket.on('data', begin);
  };
}
