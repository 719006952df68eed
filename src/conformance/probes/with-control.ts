import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** A request to try, labelled by what is unusual about it. */
export type LabelledRequest = readonly [label: string, request: ProbeRequest];

/** Each trial with a control: one valid request, which is sent before them and once. */
export async function withControl(
  gateway: ProbeGateway,
  control: ProbeRequest,
  trials: readonly LabelledRequest[],
): Promise<readonly Series[]> {
  const plain = await gateway.control(accepted(control));
  return sequentially(trials, async ([label, request]) => ({
    label,
    exchanges: [plain, await gateway.send(request)],
  }));
}
