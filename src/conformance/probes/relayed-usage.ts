import type { Probe } from '../rule.ts';
import { billableRequest } from './billable.ts';
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
const IMAGE_USAGE = {
  input_tokens: INPUT,
  output_tokens: OUTPUT,
  total_tokens: INPUT + OUTPUT,
  input_tokens_details: { text_tokens: INPUT - CACHED, image_tokens: CACHED },
};
const TRANSCRIPTION_USAGE = {
  type: 'tokens',
  input_tokens: INPUT,
  output_tokens: OUTPUT,
  total_tokens: INPUT + OUTPUT,
  input_token_details: { text_tokens: INPUT - CACHED, audio_tokens: CACHED },
};

/** Every answer that states usage, in each of its forms, with odd numbers as usage. */
export const relayedUsage: Probe<'relay'> = {
  name: 'usage-seen-at-both-ends',
  async run(gateway) {
    const { expect } = gateway;
    const also = { stream_options: { include_usage: true } };
    const forms = [
      ...[false, true].flatMap((stream) => [
        {
          usage: CHAT_USAGE,
          form: (nonce: string) =>
            chatRequest(expect, { ...asking(nonce, stream), ...(stream && { also }) }),
        },
        {
          usage: RESPONSES_USAGE,
          form: (nonce: string) => responsesRequest(expect, asking(nonce, stream)),
        },
      ]),
      {
        usage: IMAGE_USAGE,
        form: (nonce: string) => billableRequest(expect, 'images', nonce),
      },
      {
        usage: TRANSCRIPTION_USAGE,
        form: (nonce: string) => billableRequest(expect, 'transcription', nonce),
      },
    ];
    const sent = await Promise.all(
      forms.map(async ({ form, usage }) => {
        const nonce = gateway.nonce();
        const request = form(nonce);
        if (!gateway.offers(request.operation)) return [];
        await gateway.upstream.script(nonce, [{ usage }]);
        const exchange = await gateway.send(accepted(request));
        return [{ label: request.operation, nonce, exchanges: [exchange] }];
      }),
    );
    return relayed(gateway, sent.flat());
  },
};

function asking(nonce: string, stream: boolean) {
  return { prompt: `Say one word about ${nonce}.`, stream };
}
