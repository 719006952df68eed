import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { offered } from './offered.ts';
import { relayed, type Sent } from './relayed.ts';
import { chatRequest, legal, responsesRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** Prompts of every kind, as chats and as responses. */
export const relayedPrompts: Probe<'relay'> = {
  name: 'prompts-seen-at-both-ends',
  modest: '2 prompts of each operation instead of all',
  async run(gateway) {
    const operations = offered(gateway, [
      chatRequest(gateway.expect, { prompt: '' }),
      responsesRequest(gateway.expect, { prompt: '' }),
    ]).map(({ operation }) => operation);
    const sent = await Promise.all(
      operations.map((operation) =>
        sequentially(fewer(gateway, PROMPTS, 2), ([name, around]) =>
          send(gateway, operation === 'chat' ? chatRequest : responsesRequest, name, around),
        ),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};

async function send(
  gateway: ProbeGateway,
  make: typeof chatRequest,
  name: string,
  around: (word: string) => string,
): Promise<Sent> {
  const nonce = gateway.nonce();
  const request = make(gateway.expect, { prompt: around(nonce) });
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
