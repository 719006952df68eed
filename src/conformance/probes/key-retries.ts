import { factsOf } from '../../contract/operations.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { allForms, type RequestForm } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted } from '../requests/plain.ts';
import { LARGE } from '../requests/sizes.ts';
import type { Probe } from '../rule.ts';
import { withEffects } from './billable.ts';
import { fewer } from './fewer.ts';
import { keyed } from './idempotency-key.ts';
import { sequentially } from './sequentially.ts';

const ONE_RETRY =
  'only retries when the result must be stored, none immediately, and no large prompts';

/**
 * Each billable request with a key, and its retries: at once, and once the gateway must have
 * stored its result. Chats and responses also with a large prompt.
 */
export const billableRetries: Probe<'key'> = {
  name: 'retries-of-billable-requests',
  alone: true,
  modest: ONE_RETRY,
  run: (gateway) =>
    retriesOf(
      gateway,
      allForms(gateway).filter(({ stream }) => !stream),
    ),
};

/** A chat stream and a responses stream with a key, and their retries; also with a large prompt. */
export const streamRetries: Probe<'key'> = {
  name: 'retries-of-streams',
  alone: true,
  modest: ONE_RETRY,
  run: (gateway) =>
    retriesOf(
      gateway,
      allForms(gateway).filter(({ stream }) => stream),
    ),
};

async function retriesOf(
  gateway: ProbeGateway,
  forms: readonly RequestForm[],
): Promise<readonly Series[]> {
  const texts = forms.filter(({ operation }) => factsOf(operation).streams);
  const plain = forms.map((form) => ({
    form,
    label: form.name,
    size: (sent: ProbeRequest) => sent,
  }));
  const large = fewer(gateway, texts, 0).map((form) => {
    return { form, label: `${form.name} of ${LARGE.name}`, size: LARGE.of };
  });
  return sequentially([...plain, ...large], ({ form, label, size }) => {
    const nonce = gateway.nonce();
    const request = size(form.request(nonce));
    return withEffects(gateway, nonce, () => retried(gateway, label, request));
  });
}

async function retried(
  gateway: ProbeGateway,
  label: string,
  request: ProbeRequest,
): Promise<Series> {
  const key = freshKey();
  const good = accepted(request);
  const first = await gateway.send(keyed(good, key));
  const atOnce = gateway.effort === 'modest' ? [] : [await gateway.send(keyed(good, key, 2))];
  await gateway.sleep(gateway.expect.replayLagMs);
  const later = await gateway.send(keyed(good, key, 3));
  return { label, exchanges: [first, ...atOnce, later] };
}
