import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed, type Sent, sendScripted } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { mediaForms, type RequestForm, textForms } from './text-forms.ts';

const FAILS: UpstreamStep = { name: 'status 500', status: 500 };
/** Without Retry-After, a gateway that passes the 429 on would have none. It may be sent again at once. */
const LIMITS: UpstreamStep = {
  name: 'status 429',
  status: 429,
  headers: [['retry-after', '0']],
};

/**
 * A request that the upstream fails, another one that it answers, and the first one again, which it
 * would answer now. One case after the other: no other failure comes between.
 */
export const repeatedFailures: Probe<'relay'> = {
  name: 'failures-and-the-same-request-again',
  alone: true,
  modest: '2 requests that fail instead of 11',
  async run(gateway) {
    const texts = textForms(gateway);
    const cases = [
      ...texts.map((form) => ({ form, step: FAILS })),
      ...mediaForms(gateway).map((form) => ({ form, step: FAILS })),
      ...texts.map((form) => ({ form, step: LIMITS })),
    ];
    const sent = await sequentially(fewer(gateway, cases, 2), ({ form, step }) =>
      failedThenRepeated(gateway, form, step),
    );
    return relayed(gateway, sent);
  },
};

async function failedThenRepeated(
  gateway: ProbeGateway,
  { name, request }: RequestForm,
  step: UpstreamStep,
): Promise<Sent> {
  const send = (nonce: string) => sentOnce(request(nonce));
  const { label, nonce, exchanges } = await sendScripted(
    gateway,
    `${name}, ${step.name}`,
    step,
    send,
  );
  await gateway.upstream.script(nonce, []);
  const other = await gateway.send(send(gateway.nonce()));
  const again = await gateway.send(send(nonce));
  return { label, nonce, exchanges: [...exchanges, other, again] };
}
