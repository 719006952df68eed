import { narrow } from '../../answers/narrow.ts';
import { replyId } from '../../answers/reply.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted, legal, responsesRequest } from '../requests/plain.ts';
import { needSeen, type Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';

/** Long beside the request that continues it: usage shows whether both were read. */
const REMEMBERED = 'one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, ';

const GO_ON = 'Say the first word.';

/** A response that the gateway is to store, and its id. */
const stored = shared(async (gateway) => {
  // Assay stores none where it is the provider.
  needSeen(!gateway.upstream.isPresent, 'a provider that may store responses');
  const prompt = `Remember these words: ${REMEMBERED.repeat(8)}${gateway.nonce()}. Say yes.`;
  return await named(gateway, responsesRequest(gateway.expect, { prompt, also: { store: true } }));
});

async function named(gateway: ProbeGateway, request: ProbeRequest) {
  const exchange = await gateway.send(legal(request));
  const reply = narrow('reply', exchange);
  const id = reply && replyId(reply);
  needSeen(id, 'a response with an id');
  return { exchange, id };
}

function continuing({ expect }: ProbeGateway, previous_response_id: string): ProbeRequest {
  return responsesRequest(expect, { prompt: GO_ON, also: { previous_response_id } });
}

/** A response, and one that continues it. */
export const continuedResponse: Probe<'series'> = {
  name: 'response-that-continues',
  async run(gateway) {
    const { exchange, id } = await stored(gateway);
    const request = continuing(gateway, id);
    const isOffered = gateway.expect.storedResponses === 'offered';
    const second = await gateway.send(isOffered ? accepted(request) : legal(request));
    return [{ label: 'a response that continues', exchanges: [exchange, second] }];
  },
};

/** Requests that continue a response that does not exist, and one that was not to be stored. */
export const unstoredResponses: Probe<'series'> = {
  name: 'responses-that-continue-nothing',
  async run(gateway) {
    const { exchange } = await stored(gateway);
    const unknown = await gateway.send(continuing(gateway, `resp_${gateway.nonce()}`));
    const prompt = `Say yes to ${gateway.nonce()}.`;
    const request = responsesRequest(gateway.expect, { prompt, also: { store: false } });
    const forgotten = await named(gateway, request);
    const late = await gateway.send(continuing(gateway, forgotten.id));
    return [
      { label: 'an unknown response', exchanges: [exchange, unknown] },
      { label: 'a response with store: false', exchanges: [forgotten.exchange, late] },
    ];
  },
};

/** A request of another tenant that continues a response. */
export const strangersResponse: Probe<'series'> = {
  name: 'response-of-another-tenant',
  async run(gateway) {
    const { exchange, id } = await stored(gateway);
    const request: ProbeRequest = { ...continuing(gateway, id), credential: 'second' };
    const exchanges: Exchange[] = [exchange, await gateway.send(request)];
    return [{ label: 'a response of another tenant', exchanges }];
  },
};
