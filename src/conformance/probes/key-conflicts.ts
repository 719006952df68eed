import type { ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { BILLABLE, billableRequest } from './billable.ts';
import { freshKey, keyed } from './idempotency-key.ts';

/** Each billable request with a key, then another one with the same key. */
export const otherBodyOneKey: Probe<'series'> = {
  name: 'another-body-with-the-same-key',
  run: (gateway) =>
    Promise.all(
      BILLABLE.map(async (operation) => {
        const key = freshKey();
        const request = () => billableRequest(gateway.expect, operation, gateway.nonce());
        const exchanges = [
          await gateway.send(keyed(request(), key)),
          await gateway.send(keyed(request(), key, 2)),
        ];
        return { label: operation, exchanges };
      }),
    ),
};

/** A chat with a key; the second tenant with the same key, and then with a key of its own. */
export const oneKeyTwoTenants: Probe<'series'> = {
  name: 'one-key-of-two-tenants',
  run(gateway) {
    const request = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    const series = async (label: string, ours: ProbeRequest, theirs: ProbeRequest) => {
      const key = freshKey();
      const second = { credential: 'second' } as const;
      const exchanges = [
        await gateway.send(keyed(ours, key)),
        await gateway.send({ ...keyed(theirs, key, 2), ...second }),
        await gateway.send({ ...keyed(theirs, freshKey()), ...second }),
      ];
      return { label, exchanges };
    };
    const equal = request();
    return Promise.all([
      series('an equal body', equal, equal),
      series('another body', request(), request()),
    ]);
  },
};
