import type { Exchange } from '../../exchange/exchange.ts';
import { isAccepted, isSettled, wasReset } from '../findings/acceptance.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { withinBudget } from './within-budget.ts';

/**
 * The answer to a request that is unusual. After a failure, the request is sent once more: what does
 * not recur says nothing about what is unusual. The rules about every answer judge the first one too.
 */
export async function sendTrial(gateway: ProbeGateway, request: ProbeRequest): Promise<Exchange> {
  const first = await gateway.send(request);
  if (!mayPass(first, request)) return first;
  const { attempt = 1 } = request;
  const again = await withinBudget(gateway.send({ ...request, attempt: attempt + 1 }));
  // A gateway that the first one broke may not answer the second.
  return again && (isSettled(again) || wasReset(again)) ? again : first;
}

/** Whether it may be due to chance: a gateway that fails now and then refuses legal requests, too. */
function mayPass(first: Exchange, { expected }: ProbeRequest): boolean {
  if (wasReset(first)) return true;
  if (!isSettled(first)) return false;
  const status = first.answer?.status ?? 0;
  return status >= 500 || (expected !== undefined && !isAccepted(first));
}
