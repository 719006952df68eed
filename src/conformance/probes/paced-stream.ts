import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isAccepted } from '../findings/acceptance.ts';
import { showsPace } from '../findings/pacing.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted } from './requests.ts';

/**
 * One stream that takes a while: from the slow model, or else a long answer, and a longer one if
 * that was too short to show its pace.
 * @param ask for an answer to this prompt
 */
export async function pacedBy(
  gateway: ProbeGateway,
  ask: (prompt: string) => ProbeRequest,
): Promise<readonly Exchange[]> {
  const upTo = (last: string) => {
    const prompt = `Write the numbers from one to ${last} as words, then ${gateway.nonce()}.`;
    return gateway.send(accepted(ask(prompt)));
  };
  const first = await upTo('eighty');
  const tells = isPaced(gateway, first) || showsPace(arrivalsOf(first));
  return tells || !isAccepted(first) ? [first] : [first, await upTo('three hundred')];
}

/** The pace of the slow model is known. */
function isPaced({ expect }: ProbeGateway, { operation }: Exchange): boolean {
  return modelFor(expect.slowModel, operation) !== null;
}

function arrivalsOf({ timing }: Exchange): readonly number[] {
  return (timing.tokensMs ?? []).map((atMs) => atMs - timing.sendMs);
}
