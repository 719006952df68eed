import type { Exchange } from '../../exchange/exchange.ts';
import { dispositionOf, isAccepted } from '../findings/acceptance.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { allForms, type RequestForm, textForms } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, billableRequest } from '../requests/plain.ts';
import { need, type Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { keyed, unrelatedIfAlike } from './idempotency-key.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

/**
 * Each billable request in each form with a key, then another one with the same key, then the first again.
 */
export const otherBodyOneKey: Probe<'series'> = {
  name: 'another-body-with-the-same-key',
  modest: 'only one body and one stream, of the first two operations that the target supports',
  run: (gateway) =>
    Promise.all(
      fewer(gateway, allForms(gateway), 2).map(async (form) => {
        const key = freshKey();
        const request = () => form.request(gateway.nonce());
        const ours = accepted(request());
        const first = await gateway.send(keyed(ours, key));
        await gateway.sleep(gateway.expect.replayLagMs);
        const other = await sendTrial(gateway, keyed(request(), key, 2));
        const again = await gateway.send(keyed(ours, key, 3));
        const unrelated = await unrelatedIfAlike(gateway, [first, other], request());
        return { label: form.name, exchanges: [first, other, again, ...unrelated] };
      }),
    ),
};

/** A chat with a key, then other operations with the same key. */
export const oneKeyManyEndpoints: Probe<'series'> = {
  name: 'one-key-of-several-operations',
  async run(gateway) {
    const key = freshKey();
    const operations = (['chat', 'images', 'responses'] as const).filter((operation) =>
      gateway.offers(operation),
    );
    need(operations.length > 1, 'two of the operations chat, images and responses');
    const requests = operations.map((operation) =>
      keyed(billableRequest(gateway.expect, operation, gateway.nonce()), key),
    );
    const exchanges = await sequentially(requests, (request) =>
      gateway.send(request.operation === 'chat' ? accepted(request) : request),
    );
    return [{ label: operations.join(', '), exchanges }];
  },
};

/** A text in each form with a key, then its retry without an API key and with an unknown one. */
export const retryOfNobody: Probe<'series'> = {
  name: 'retry-without-an-api-key',
  modest: 'only one body, of the first operation that the target supports',
  run: (gateway) =>
    Promise.all(
      fewer(gateway, textForms(gateway), 1).map(async (form) => {
        const request = form.request(gateway.nonce());
        const key = freshKey();
        const first = await gateway.send(accepted(keyed(request, key)));
        await gateway.sleep(gateway.expect.replayLagMs);
        const anonymous = await gateway.send({ ...keyed(request, key, 2), credential: 'none' });
        const unknown = { ...keyed(request, key, 3), authorization: UNKNOWN_KEY };
        return { label: form.name, exchanges: [first, anonymous, await gateway.send(unknown)] };
      }),
    ),
};

const UNKNOWN_KEY = 'Bearer assay_live_00000000000000000000000000000000';

/**
 * Each billable request in each form with a key; then an equal one, and in another series another one, of the
 * second tenant with the same key: on the connection of the first, and once the gateway must have stored
 * its result. If that is not accepted, again with another key.
 */
export const oneKeyTwoTenants: Probe<'series'> = {
  name: 'one-key-of-two-tenants',
  modest: 'only equal requests, one body and one stream',
  async run(gateway) {
    const request = (form: RequestForm) => accepted(form.request(gateway.nonce()));
    const forms = allForms(gateway);
    const pairs = fewer(gateway, forms, 2).map((form) => {
      const equal = request(form);
      return { label: `${form.name} with an equal body`, form, ours: equal, theirs: equal };
    });
    const others = fewer(gateway, forms, 0).map((form) => {
      const label = `${form.name} with another body`;
      return { label, form, ours: request(form), theirs: request(form) };
    });
    return await Promise.all(
      [...pairs, ...others].map(async ({ label, form, ours, theirs }) => {
        const exchanges = await ofTwoTenants(gateway, ours, theirs);
        const pair = [exchanges[0], exchanges.at(-1)];
        const unrelated = await unrelatedIfAlike(gateway, pair, request(form));
        return { label, exchanges: [...exchanges, ...unrelated] };
      }),
    );
  },
};

async function ofTwoTenants(
  gateway: ProbeGateway,
  ours: ProbeRequest,
  theirs: ProbeRequest,
): Promise<readonly Exchange[]> {
  const key = freshKey();
  const second = { credential: 'second' } as const;
  const [sent, beside] = await gateway.inOrder([
    keyed(ours, key),
    { ...keyed(theirs, key, 2), ...second },
  ]);
  // On one connection, a limited request is not sent again.
  const first = sent && isAccepted(sent) ? sent : await gateway.send(keyed(ours, key));
  await gateway.sleep(gateway.expect.replayLagMs);
  const later = await gateway.send({ ...keyed(theirs, key, 3), ...second });
  const shared = beside === undefined ? [first, later] : [first, beside, later];
  if (dispositionOf(later) === 'accepted') return shared;
  return [...shared, await gateway.send({ ...keyed(theirs, freshKey()), ...second })];
}
