import type { Series } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { type TextForm, textForms } from '../requests/forms.ts';
import { alikeKeys, freshKey, PUNCTUATION } from '../requests/keys.ts';
import { accepted, legal } from '../requests/plain.ts';
import { drawn } from '../requests/walk.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { keyed, unrelatedIfAlike } from './idempotency-key.ts';
import { sequentially } from './sequentially.ts';

const ONE_FORM = 'only one body, of the first operation that the target supports';

/** A request with a key of 255 characters, then with keys that differ slightly from it. */
export const keysAlike: Probe<'series'> = {
  name: 'idempotency-keys-that-are-almost-equal',
  modest: `${ONE_FORM}, and 3 of 4 differences`,
  run(gateway) {
    return underEach(gateway, async (form) => {
      const request = accepted(form.request(gateway.nonce()));
      const { key, others } = alikeKeys();
      const first = await gateway.send(keyed(legal(request), key));
      await gateway.sleep(gateway.expect.replayLagMs);
      return sequentially(
        drawn(gateway, Object.entries(others), 3),
        async ([difference, other]) => {
          const pair = [first, await gateway.send(keyed(legal(request), other))];
          const unrelated = form.request(gateway.nonce());
          return {
            label: `${form.name}, a key with ${difference}`,
            exchanges: [...pair, ...(await unrelatedIfAlike(gateway, pair, unrelated))],
          };
        },
      );
    });
  },
};

/** A request with an ordinary key, then one with a key of all punctuation, and its retry. */
export const punctuatedKeys: Probe<'series'> = {
  name: 'idempotency-keys-of-punctuation',
  modest: ONE_FORM,
  run(gateway) {
    return underEach(gateway, async (form) => {
      const request = accepted(form.request(gateway.nonce()));
      const key = `${freshKey()}${PUNCTUATION}`;
      const plain = await gateway.send(keyed(request, freshKey()));
      const first = await gateway.send(legal(keyed(request, key)));
      await gateway.sleep(gateway.expect.replayLagMs);
      const again = await gateway.send(legal(keyed(request, key, 2)));
      return [{ label: form.name, exchanges: [plain, first, again] }];
    });
  },
};

/**
 * One request of each form whose answers have an id: it distinguishes equal answers. Each needs
 * keys of its own, because a gateway may refuse a key that another operation has used.
 */
async function underEach(
  gateway: ProbeGateway,
  gather: (form: TextForm) => Promise<readonly Series[]>,
): Promise<readonly Series[]> {
  return (await Promise.all(fewer(gateway, textForms(gateway), 1).map(gather))).flat();
}
