import type { Gateway } from '../gateway.ts';
import type { Production } from '../http/answer.ts';
import type { ProviderCall } from '../relay/provider/provider.ts';
import type { AuthenticatedContext } from './request-context.ts';

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

/** Reads and checks the body of a request; throws a refusal. */
export type Receive = (
  gateway: Gateway,
  requestContext: AuthenticatedContext,
) => Promise<ValidRequest>;
