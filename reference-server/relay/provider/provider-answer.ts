import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** The head of an answer of the provider; its body follows. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Fails when the connection is closed before its end. */
  readonly body: Readable;
}
