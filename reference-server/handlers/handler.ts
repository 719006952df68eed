import type { Gateway } from '../gateway.ts';
import type { Production } from '../http/answer.ts';
import type { Admitted } from './conversation.ts';

/** A request of a billable operation, read and found good. */
export interface Asked {
  /** Equal for two requests that mean the same. */
  readonly fingerprint: string;
  readonly stream: boolean;
  /** Carries the request out; throws a refusal when the model fails. */
  produce(): Production;
}

/** Reads and checks the body of a request; throws a refusal. */
export type Receive = (gateway: Gateway, conversation: Admitted) => Promise<Asked>;
