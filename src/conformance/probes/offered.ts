import type { ProbeGateway, ProbeRequest } from '../gateway.ts';

/** The requests whose operation the target may support. */
export function offered(
  gateway: ProbeGateway,
  requests: readonly ProbeRequest[],
): readonly ProbeRequest[] {
  return requests.filter(({ operation }) => gateway.offers(operation));
}
