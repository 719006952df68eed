import { accepted, billableRequest, chatRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { offered } from './offered.ts';
import { sequentially } from './sequentially.ts';

/**
 * A valid chat in one body and as a stream, for a client that accepts gzip and for one without
 * Accept-Encoding.
 */
export const codedChats: Probe<'series'> = {
  name: 'chats-with-and-without-gzip',
  async run(gateway) {
    const prompt = `Say one short sentence about ${gateway.nonce()}.`;
    const headers = { 'accept-encoding': 'gzip' };
    const requests = offered(gateway, [
      billableRequest(gateway.expect, 'chat', gateway.nonce()),
      { ...billableRequest(gateway.expect, 'chat', gateway.nonce()), headers },
      { ...chatRequest(gateway.expect, { prompt, stream: true }), headers },
    ]);
    const exchanges = await sequentially(requests, (request) => gateway.send(accepted(request)));
    return exchanges.map((exchange) => ({ label: 'a chat', exchanges: [exchange] }));
  },
};
