import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerContext } from '../http/answer.ts';
import type { Departure } from '../http/disconnect.ts';
import type { Tenant } from '../state/tenants.ts';

/** One request and the way to answer it. */
export interface Conversation {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its headers had come, in ms of `performance.now()`. */
  readonly receivedMs: number;
  /** Leaves when the connection closes before the answer is out. */
  readonly caller: Departure;
  readonly query: string;
  /** Names the operation as soon as the route is known. */
  context: AnswerContext;
}

/** A conversation whose caller has shown a key. */
export interface Admitted extends Conversation {
  readonly tenant: Tenant;
}

/** The values of a header, joined as HTTP joins repeated ones. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
