import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { legal } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { allForms, type RequestForm } from './text-forms.ts';

/** A header that the caller's `Connection` names. */
export const LISTED_HEADER = 'x-assay-hop';

/** The value of the headers that no upstream may get. */
export const HOP_VALUE = 'assay-hop-by-hop';

/** Requests of each kind with headers that are for one connection only. */
export const relayedHopHeaders: Probe<'relay'> = {
  name: 'connection-headers-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(
      allForms(gateway).map(async ({ name, request }): Promise<Sent> => {
        const nonce = gateway.nonce();
        // In order, because a connection of its own sends such headers as they are.
        const exchanges = await gateway.inOrder([
          legal({ ...request(nonce), headers: HOP_HEADERS }),
        ]);
        return { label: name, nonce, exchanges };
      }),
    );
    return relayed(gateway, sent);
  },
};

const HOP_HEADERS = {
  connection: `keep-alive, te, ${LISTED_HEADER}`,
  [LISTED_HEADER]: HOP_VALUE,
  te: HOP_VALUE,
  'keep-alive': `${HOP_VALUE}=1`,
  'proxy-authorization': `Basic ${HOP_VALUE}`,
};

const COOKIE = 'assay_session=of-a-caller';

/**
 * Requests of each kind with a cookie, to which the upstream answers with one of its own, and then one
 * without any.
 */
export const relayedCookies: Probe<'relay'> = {
  name: 'cookies-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(allForms(gateway).map((form) => withCookie(gateway, form)));
    return relayed(gateway, sent.flat());
  },
};

function withCookie(
  gateway: ProbeGateway,
  { name, request }: RequestForm,
): Promise<readonly Sent[]> {
  return sequentially([true, false], async (isFirst): Promise<Sent> => {
    const nonce = gateway.nonce();
    if (isFirst) {
      const headers = [['set-cookie', 'provider_session=of-the-first; Path=/']] as const;
      await gateway.upstream.script(nonce, [{ headers }]);
    }
    const cookie = isFirst && { headers: { cookie: COOKIE } };
    const exchange = await gateway.send(legal({ ...request(nonce), ...cookie }));
    const label = isFirst ? `${name} with a cookie` : `the next ${name}`;
    return { label, nonce, exchanges: [exchange] };
  });
}
