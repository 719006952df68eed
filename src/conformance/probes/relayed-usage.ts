import type { Probe } from '../rule.ts';
import { offered } from './offered.ts';
import { relayed } from './relayed.ts';
import { accepted, chatRequest, responsesRequest } from './requests.ts';

/** No gateway that counts tokens would find these numbers. */
const [INPUT, OUTPUT] = [7919, 104_729];
const [CACHED, REASONING] = [4099, 2203];
const CHAT_USAGE = {
  prompt_tokens: INPUT,
  completion_tokens: OUTPUT,
  total_tokens: INPUT + OUTPUT,
  prompt_tokens_details: { cached_tokens: CACHED },
  completion_tokens_details: { reasoning_tokens: REASONING },
};
const RESPONSES_USAGE = {
  input_tokens: INPUT,
  output_tokens: OUTPUT,
  total_tokens: INPUT + OUTPUT,
  input_tokens_details: { cached_tokens: CACHED },
  output_tokens_details: { reasoning_tokens: REASONING },
};

/** Chats and responses, in both forms, whose usage is an odd number. */
export const relayedUsage: Probe<'relay'> = {
  name: 'usage-seen-at-both-ends',
  async run(gateway) {
    const { expect } = gateway;
    const also = { stream_options: { include_usage: true } };
    const asked = [false, true].flatMap((stream) => {
      const [one, other] = [gateway.nonce(), gateway.nonce()];
      const ask = (nonce: string) => ({ prompt: `Say one word about ${nonce}.`, stream });
      return [
        { nonce: one, request: chatRequest(expect, { ...ask(one), ...(stream && { also }) }) },
        { nonce: other, request: responsesRequest(expect, ask(other)) },
      ];
    });
    const sent = await Promise.all(
      asked
        .filter(({ request }) => offered(gateway, [request]).length > 0)
        .map(async ({ nonce, request }) => {
          const usage = request.operation === 'chat' ? CHAT_USAGE : RESPONSES_USAGE;
          await gateway.upstream.script(nonce, [{ usage }]);
          const exchange = await gateway.send(accepted(request));
          return { label: request.operation, nonce, exchanges: [exchange] };
        }),
    );
    return relayed(gateway, sent);
  },
};
