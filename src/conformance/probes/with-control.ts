import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Trial } from '../requests/difference.ts';
import { accepted } from '../requests/plain.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

/** A request to try, labelled by what is unusual about it. */
export type LabelledRequest = Pick<Trial, 'label' | 'request'>;

/**
 * Each trial with a control: one valid request, which is sent before them and once; and again after
 * a legal request without an answer, to show that the gateway still answers others.
 */
export async function withControl(
  gateway: ProbeGateway,
  control: ProbeRequest,
  trials: readonly LabelledRequest[],
): Promise<readonly Series[]> {
  const plain = await gateway.control(accepted(control));
  return sequentially(trials, async ({ label, request }) => {
    const trial = await sendTrial(gateway, request);
    const again = await controlAfter(gateway, control, trial, request);
    return { label, exchanges: [plain, trial, ...again] };
  });
}

/** The control once more, after a legal request that got no answer in time. */
export async function controlAfter(
  gateway: ProbeGateway,
  control: ProbeRequest,
  trial: Exchange | undefined,
  { expected }: ProbeRequest,
): Promise<readonly Exchange[]> {
  if (trial?.outcome !== 'timed-out' || expected !== 'legal') return [];
  return [await gateway.send(accepted(control))];
}
