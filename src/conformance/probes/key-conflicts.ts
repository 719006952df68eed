import type { Billable } from '../../contract/operations.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { billableOf, billableRequest } from './billable.ts';
import { fewer } from './fewer.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { accepted } from './requests.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

/** Each billable request with a key, then another one with the same key, then the first again. */
export const otherBodyOneKey: Probe<'series'> = {
  name: 'another-body-with-the-same-key',
  modest: 'only for the first two operations that the target supports',
  run: (gateway) =>
    Promise.all(
      fewer(gateway, billableOf(gateway), 2).map(async (operation) => {
        const key = freshKey();
        const request = () => billableRequest(gateway.expect, operation, gateway.nonce());
        const ours = accepted(request());
        const first = await gateway.send(keyed(ours, key));
        await gateway.sleep(gateway.expect.replayLagMs);
        const other = await sendTrial(gateway, keyed(request(), key, 2));
        const again = await gateway.send(keyed(ours, key, 3));
        return { label: operation, exchanges: [first, other, again] };
      }),
    ),
};

/** A chat with a key, then other operations with the same key. */
export const oneKeyManyEndpoints: Probe<'series'> = {
  name: 'one-key-of-several-operations',
  seeks: 'two of the operations chat, images and responses',
  async run(gateway) {
    const key = freshKey();
    const operations = (['chat', 'images', 'responses'] as const).filter((operation) =>
      gateway.offers(operation),
    );
    // A single operation shows no conflict.
    if (operations.length < 2) return [];
    const requests = operations.map((operation) =>
      keyed(billableRequest(gateway.expect, operation, gateway.nonce()), key),
    );
    const exchanges = await sequentially(requests, (request) =>
      gateway.send(request.operation === 'chat' ? accepted(request) : request),
    );
    return [{ label: operations.join(', '), exchanges }];
  },
};

/** A chat with a key, then its retry without an API key and with an unknown one. */
export const retryOfNobody: Probe<'series'> = {
  name: 'retry-without-an-api-key',
  async run(gateway) {
    const request = billableRequest(gateway.expect, 'chat', gateway.nonce());
    const key = freshKey();
    const first = await gateway.send(accepted(keyed(request, key)));
    await gateway.sleep(gateway.expect.replayLagMs);
    const anonymous = await gateway.send({ ...keyed(request, key, 2), credential: 'none' });
    const unknown = await gateway.send({ ...keyed(request, key, 3), authorization: UNKNOWN_KEY });
    return [{ label: 'chat', exchanges: [first, anonymous, unknown] }];
  },
};

const UNKNOWN_KEY = 'Bearer assay_live_00000000000000000000000000000000';

/**
 * Each billable request with a key, then another one of the second tenant with the same key; if
 * that one is not accepted, again with another key. The chat also with an equal body.
 */
export const oneKeyTwoTenants: Probe<'series'> = {
  name: 'one-key-of-two-tenants',
  modest: 'only with equal chats',
  async run(gateway) {
    const request = (operation: Billable) =>
      accepted(billableRequest(gateway.expect, operation, gateway.nonce()));
    const series = async (label: string, ours: ProbeRequest, theirs: ProbeRequest) => {
      const key = freshKey();
      const second = { credential: 'second' } as const;
      const first = await gateway.send(keyed(ours, key));
      await gateway.sleep(gateway.expect.replayLagMs);
      const shared = await gateway.send({ ...keyed(theirs, key, 2), ...second });
      if (dispositionOf(shared) === 'accepted') return { label, exchanges: [first, shared] };
      const own = await gateway.send({ ...keyed(theirs, freshKey()), ...second });
      return { label, exchanges: [first, shared, own] };
    };
    const equal = request('chat');
    return await Promise.all([
      ...(gateway.offers('chat') ? [series('chat, an equal body', equal, equal)] : []),
      ...fewer(gateway, billableOf(gateway), gateway.offers('chat') ? 0 : 1).map((operation) =>
        series(`${operation}, another body`, request(operation), request(operation)),
      ),
    ]);
  },
};
