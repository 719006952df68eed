import type { Exchange } from '../../exchange/exchange.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../gateway.ts';
import { accepted, videoRequest } from './requests.ts';
import { createdId } from './video-polls.ts';

/** The states of a job at the upstream that runs until it is cancelled. */
export const RUNS_ON: readonly (readonly [number, string, number])[] = [[0, 'in_progress', 10]];

export interface ScriptedJob {
  readonly id: string;
  readonly created: Exchange;
}

/**
 * Creates a video job that takes this course at the upstream; undefined if the gateway returns no id.
 * @param nonce in its prompt
 */
export async function createScriptedJob(
  gateway: ProbeGateway,
  nonce: string,
  course: UpstreamStep,
): Promise<ScriptedJob | undefined> {
  await gateway.upstream.script(nonce, [course]);
  const prompt = `A red circle that rolls, for ${nonce}.`;
  const created = await gateway.send(accepted(videoRequest(gateway.expect, { prompt })));
  const id = createdId(created, gateway);
  return id === undefined ? undefined : { id, created };
}
