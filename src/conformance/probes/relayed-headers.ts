import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { chatRequest, legal } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** A header that the caller's `Connection` names. */
export const LISTED_HEADER = 'x-assay-hop';

/** The value of the headers that no upstream may get. */
export const HOP_VALUE = 'assay-hop-by-hop';

/** A chat with headers that are for one connection only. */
export const relayedHopHeaders: Probe<'relay'> = {
  name: 'connection-headers-seen-at-both-ends',
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const nonce = gateway.nonce();
    const request = chatRequest(gateway.expect, { prompt: `Say one word about ${nonce}.` });
    const headers = {
      connection: `keep-alive, te, ${LISTED_HEADER}`,
      [LISTED_HEADER]: HOP_VALUE,
      te: HOP_VALUE,
      'keep-alive': `${HOP_VALUE}=1`,
      'proxy-authorization': `Basic ${HOP_VALUE}`,
    };
    // In order, because a connection of its own sends such headers as they are.
    const exchanges = await gateway.inOrder([legal({ ...request, headers })]);
    return relayed(gateway, [{ label: 'connection headers', nonce, exchanges }]);
  },
};

const COOKIE = 'assay_session=of-a-caller';

/** A chat with a cookie, to which the upstream answers with one of its own, and a chat without any. */
export const relayedCookies: Probe<'relay'> = {
  name: 'cookies-seen-at-both-ends',
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const sent = await sequentially([true, false], async (isFirst): Promise<Sent> => {
      const nonce = gateway.nonce();
      if (isFirst) {
        const headers = [['set-cookie', 'provider_session=of-the-first; Path=/']] as const;
        await gateway.upstream.script(nonce, [{ headers }]);
      }
      const request = chatRequest(gateway.expect, { prompt: `Say one word about ${nonce}.` });
      const exchange = await gateway.send(
        legal({ ...request, ...(isFirst && { headers: { cookie: COOKIE } }) }),
      );
      const label = isFirst ? 'a chat with a cookie' : 'the next chat';
      return { label, nonce, exchanges: [exchange] };
    });
    return relayed(gateway, sent);
  },
};
