import { isSuccess } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Sent } from './relayed.ts';

/**
 * Sends requests to an unusual upstream only if the gateway relays the same request to an ordinary one;
 * otherwise what was sent is that one.
 * @param request makes the request that carries the nonce
 */
export async function afterPlain(
  gateway: ProbeGateway,
  label: string,
  request: (nonce: string) => ProbeRequest,
  send: () => Promise<readonly Sent[]>,
): Promise<readonly Sent[]> {
  const nonce = gateway.nonce();
  const exchange = await gateway.send(request(nonce));
  return isSuccess(exchange.answer) ? send() : [{ label, nonce, exchanges: [exchange] }];
}
