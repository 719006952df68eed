import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from '../hooks.ts';
import type { AnswerContext, Production } from '../http/answer.ts';
import type { ClientDisconnect } from '../http/disconnect.ts';
import type { ProviderCall } from '../relay/provider/provider.ts';
import type { PostOperation } from '../routes.ts';
import type { Claim } from '../state/idempotency.ts';
import type { Tenant } from '../state/tenants.ts';

/** A request of a billable operation, read and validated. */
export interface ValidRequest {
  /** Equal for two requests that mean the same. */
  readonly fingerprint: string;
  readonly stream: boolean;
  /** Executes the request in place of `produce`, if there is a provider for its model. */
  readonly call?: ProviderCall | undefined;
  /** Executes the request; throws a refusal when the model fails. */
  produce(): Production;
}

/** The execution of a request that has no result yet. */
export interface Execution {
  readonly operation: PostOperation;
  readonly key: string | undefined;
  readonly validRequest: ValidRequest;
  readonly claim: Claim;
  /** Set when the client has disconnected. */
  readonly stop: ClientDisconnect;
}

/** Reads and checks the body of a request; throws a refusal. */
export type Receive = (
  gateway: Gateway,
  requestContext: AuthenticatedContext,
) => Promise<ValidRequest>;

/** One request and the way to answer it. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What the path began with, such as `/v1`, or ''. */
  readonly prefix: string;
  /** When its headers had arrived, in ms of `performance.now()`. */
  readonly receivedMs: number;
  /** Signalled when the connection closes before the answer is complete. */
  readonly disconnect: ClientDisconnect;
  /** Names the operation as soon as the route is known. */
  answerContext: AnswerContext;
}

/** The context of a request with a valid key. */
export interface AuthenticatedContext extends RequestContext {
  readonly tenant: Tenant;
}

/** Serves a request for a video job, which is known, or which this id may name. */
export type ServeVideo<Job> = (
  gateway: Gateway,
  requestContext: AuthenticatedContext,
  job: Job,
) => Promise<void>;

/** The values of a header, joined as HTTP joins repeated ones. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
