import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../gateway.ts';
import { type Sent, sendScripted } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { sequentially } from './sequentially.ts';
import type { RequestForm } from './text-forms.ts';

/** What the upstream does with one request: the nth attempt of the gateway gets the nth step. */
interface Case {
  readonly label: string;
  readonly steps: readonly UpstreamStep[];
}

/** Sends each form once for each case: the forms concurrently, the cases of a form one after the other. */
export async function sendForms(
  gateway: ProbeGateway,
  forms: readonly RequestForm[],
  cases: readonly Case[],
): Promise<readonly Sent[]> {
  const sent = await Promise.all(
    forms.map((form) =>
      sequentially(cases, ({ label, steps }) =>
        sendScripted(gateway, `${form.name}, ${label}`, steps, (nonce) =>
          sentOnce(form.request(nonce)),
        ),
      ),
    ),
  );
  return sent.flat();
}
