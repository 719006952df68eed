import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed, type Sent } from './relayed.ts';
import { chatRequest, imageRequest, legal, responsesRequest, videoRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** Prompts of every kind, as chats and as responses, and some of them for images and videos. */
export const relayedPrompts: Probe<'relay'> = {
  name: 'prompts-seen-at-both-ends',
  modest: '2 prompts of each operation instead of all',
  async run(gateway) {
    const forms = FORMS.filter(([operation]) => gateway.offers(operation));
    const sent = await Promise.all(
      forms.map(([operation, make]) => {
        const isOfText = operation === 'chat' || operation === 'responses';
        const prompts = isOfText ? fewer(gateway, PROMPTS, 2) : PROMPTS.slice(0, 2);
        return sequentially(prompts, ([name, around]) => send(gateway, make, name, around));
      }),
    );
    return relayed(gateway, sent.flat());
  },
};

type Make = (gateway: ProbeGateway, prompt: string) => ProbeRequest;

const FORMS: readonly (readonly [operation: ProbeRequest['operation'], make: Make])[] = [
  ['chat', ({ expect }, prompt) => chatRequest(expect, { prompt })],
  [
    'responses',
    ({ expect }, prompt) => {
      const also = { instructions: ' Be brief: \u00e9 e\u0301 Ω.\n' };
      return responsesRequest(expect, { prompt, also });
    },
  ],
  ['images', ({ expect }, prompt) => imageRequest(expect, { prompt })],
  ['video-create', ({ expect }, prompt) => videoRequest(expect, { prompt })],
];

async function send(
  gateway: ProbeGateway,
  make: Make,
  name: string,
  around: (word: string) => string,
): Promise<Sent> {
  const nonce = gateway.nonce();
  const request = make(gateway, around(nonce));
  return { label: name, nonce, exchanges: [await gateway.send(legal(request))] };
}

/** With the request around it, still below the 64 KiB that are kept of a request. */
const LONG_CHARACTERS = 60_000;

/** Each around the word that identifies the request, so that its edges are those of the text. */
const PROMPTS: readonly (readonly [name: string, around: (word: string) => string])[] = [
  ['white space', (word) => `  \n\ttwo before ${word} and after \r\n\n `],
  ['all of Unicode', (word) => `Ça é e\u0301 Ω 你好 שלום 🙂 👩‍👩‍👧 \u{10FFFD} ${word} \u2028 ﬁ ①`],
  ['escapes', (word) => `"quoted" \\n \\u0041 </script> %41 &amp; {{x}} ${word} $1 \u0000 \u007f`],
  ['60 kB', (word) => `${'long '.repeat(LONG_CHARACTERS / 5)}${word} end`],
];
