import { factsOf } from '../../contract/operations.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { allForms, type RequestForm } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, legal } from '../requests/plain.ts';
import { LARGE } from '../requests/sizes.ts';
import { type Changes, LAST_CHARACTER, smallChanges } from '../requests/small-changes.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { keyed } from './idempotency-key.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

/**
 * Each billable request in each form with a key, then the same key with requests that differ from the first
 * in one member or one character; labelled by the form and the difference.
 */
export const oneMemberChanged: Probe<'series'> = {
  name: 'one-member-changed-under-one-key',
  modest:
    'only one body and one stream, of the first two operations that the target supports, and no large prompts',
  async run(gateway) {
    const forms = fewer(gateway, allForms(gateway), 2);
    const small = forms.map((form) => {
      const changes = smallChanges(gateway.expect, form, gateway.nonce());
      return underOneKey(gateway, form.name, changes, accepted);
    });
    const large = fewer(gateway, forms.filter(isOfText), 0).map((form) => {
      const first = LARGE.of(form.request(gateway.nonce()));
      const name = `${form.name} of ${LARGE.name}`;
      return underOneKey(gateway, name, { first, changed: [LAST_CHARACTER] }, legal);
    });
    return (await Promise.all([...small, ...large])).flat();
  },
};

async function underOneKey(
  gateway: ProbeGateway,
  name: string,
  { first: request, changed }: Changes,
  marked: typeof accepted,
): Promise<readonly Series[]> {
  const key = freshKey();
  const first = await gateway.send(keyed(marked(request), key));
  await gateway.sleep(gateway.expect.replayLagMs);
  return sequentially(changed, async (difference) => ({
    label: `${name}, ${difference.name}`,
    exchanges: [first, await sendTrial(gateway, keyed(difference.of(request), key, 2))],
  }));
}

/** Models of other operations have limits of their own for a prompt. */
function isOfText({ operation }: RequestForm): boolean {
  return factsOf(operation).streams;
}
