import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerContext } from '../http/answer.ts';
import type { ClientDisconnect } from '../http/disconnect.ts';
import type { Tenant } from '../state/tenants.ts';

/** One request and the way to answer it. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its headers had arrived, in ms of `performance.now()`. */
  readonly receivedMs: number;
  /** Signalled when the connection closes before the answer is complete. */
  readonly disconnect: ClientDisconnect;
  readonly query: string;
  /** Names the operation as soon as the route is known. */
  answerContext: AnswerContext;
}

/** The context of a request with a valid key. */
export interface AuthenticatedContext extends RequestContext {
  readonly tenant: Tenant;
}

/** The values of a header, joined as HTTP joins repeated ones. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
