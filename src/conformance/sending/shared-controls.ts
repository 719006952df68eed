import type { Operation } from '../../contract/operations.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import type { ProbeRequest } from '../gateway.ts';

/** Valid requests that succeeded, one to each operation, which the probes of a modest run share. */
export class SharedControls {
  readonly #sent = new Map<Operation | 'other', Promise<Exchange>>();

  /** The control of the operation: the earlier one if it succeeds, else another one. */
  of(
    { operation }: Pick<ProbeRequest, 'operation'>,
    send: () => Promise<Exchange>,
  ): Promise<Exchange> {
    const earlier = this.#sent.get(operation);
    const sent = earlier === undefined ? send() : succeeded(earlier, send);
    this.#sent.set(operation, sent);
    return sent;
  }
}

async function succeeded(
  earlier: Promise<Exchange>,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const known = await earlier.catch(() => undefined);
  return known !== undefined && isSuccess(known.answer) ? known : send();
}
