import type { Operation } from '../../contract/operations.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { Unverifiable } from '../rule.ts';

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

/**
 * What several probes need alike, such as a video job that has ended. In a modest run the first probe that asks
 * gathers it, for all; in a thorough run each gathers its own.
 */
export function shared<T>(
  gather: (gateway: ProbeGateway) => Promise<T>,
): (gateway: ProbeGateway) => Promise<T> {
  const ofRuns = new WeakMap<object, Promise<T>>();
  return (gateway) => {
    if (gateway.effort === 'thorough') return gather(gateway);
    const known = ofRuns.get(gateway.run);
    if (known !== undefined) return known;
    const gathered = gather(gateway);
    ofRuns.set(gateway.run, gathered);
    // What was cut short is worth another try; what the target did not show is not.
    gathered.catch((error: unknown) => {
      if (!(error instanceof Unverifiable)) ofRuns.delete(gateway.run);
    });
    return gathered;
  };
}
