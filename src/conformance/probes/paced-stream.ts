import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import { isAccepted } from '../findings/acceptance.ts';
import { showsPace } from '../findings/pacing.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted } from '../requests/plain.ts';

/** Enough deltas, over enough time, to show the pace of a stream that a gateway passes on. */
const PACED: UpstreamStep = { tokens: 128, ttftMs: 4, itlMs: 4 };

/**
 * One stream that takes a while: from the slow model, or else a long answer, and a longer one if
 * that was too short to show its pace. The upstream, where it is present, writes it at a known pace.
 * @param ask for an answer to this prompt
 */
export async function pacedBy(
  gateway: ProbeGateway,
  ask: (prompt: string) => ProbeRequest,
): Promise<readonly Exchange[]> {
  const upTo = async (last: string) => {
    const nonce = gateway.nonce();
    if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [PACED]);
    const prompt = `Write the numbers from one to ${last} as words, then ${nonce}.`;
    return gateway.send(accepted(ask(prompt)));
  };
  const first = await upTo('eighty');
  const showsPacing = isPaced(gateway, first) || showsPace(arrivalsOf(first));
  return showsPacing || !isAccepted(first) ? [first] : [first, await upTo('three hundred')];
}

/** The pace of the slow model is known. */
function isPaced({ expect }: ProbeGateway, { operation }: Exchange): boolean {
  return modelFor(expect.slowModel, operation) !== null;
}

function arrivalsOf({ timing }: Exchange): readonly number[] {
  return (timing.tokensMs ?? []).map((atMs) => atMs - timing.sendMs);
}
