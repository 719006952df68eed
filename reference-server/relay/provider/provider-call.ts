import type { Operation } from '../../routes.ts';

/** One request to the provider. */
export interface ProviderCall {
  readonly operation: Operation;
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Below the base address of the provider, such as `/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** The answer is to be an event stream. */
  readonly stream: boolean;
}
