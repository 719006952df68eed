import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed, type Sent } from './relayed.ts';
import { chatRequest, imageRequest, legal, responsesRequest, videoRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** Prompts of every kind, as chats and as responses in both forms, and some of them for images and videos. */
export const relayedPrompts: Probe<'relay'> = {
  name: 'prompts-seen-at-both-ends',
  modest: '2 prompts of each form instead of all',
  async run(gateway) {
    const offered = (forms: readonly Form[]) =>
      forms.filter(([operation]) => gateway.offers(operation));
    const sendAll = (forms: readonly Form[], prompts: typeof PROMPTS) =>
      offered(forms).map(([, form, make]) =>
        sequentially(prompts, ([name, around]) => send(gateway, make, `${form}, ${name}`, around)),
      );
    const sent = await Promise.all([
      ...sendAll(TEXTS, fewer(gateway, PROMPTS, 2)),
      ...sendAll(OTHERS, PROMPTS.slice(0, 2)),
    ]);
    return relayed(gateway, sent.flat());
  },
};

type Make = (gateway: ProbeGateway, prompt: string) => ProbeRequest;
type Form = readonly [operation: ProbeRequest['operation'], name: string, make: Make];

const INSTRUCTED = { instructions: ' Be brief: \u00e9 e\u0301 Ω.\n' };

const TEXTS: readonly Form[] = [
  ['chat', 'chat', ({ expect }, prompt) => chatRequest(expect, { prompt })],
  [
    'responses',
    'responses',
    ({ expect }, prompt) => responsesRequest(expect, { prompt, also: INSTRUCTED }),
  ],
  // Gateways often have other code for streams.
  ['chat', 'chat stream', ({ expect }, prompt) => chatRequest(expect, { prompt, stream: true })],
  [
    'responses',
    'responses stream',
    ({ expect }, prompt) => responsesRequest(expect, { prompt, stream: true, also: INSTRUCTED }),
  ],
];

const OTHERS: readonly Form[] = [
  ['images', 'images', ({ expect }, prompt) => imageRequest(expect, { prompt })],
  ['video-create', 'video-create', ({ expect }, prompt) => videoRequest(expect, { prompt })],
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
  [
    'all of Unicode',
    (word) =>
      `Ça é e\u0301 Ω 你好 שלום 🙂 👩‍👩‍👧 \u{10FFFD} ${word} \u2028 ﬁ ① “it’s”\u00A0… \u202Eright\u202C \uFEFF½`,
  ],
  [
    'escapes',
    (word) => `"quoted" \\n \\u0041 </script> %41 &amp; {{x}} 100%% ${word} $1 \u0000 \u007f`,
  ],
  // One that is cut at either end still has the word.
  ['60 kB', (word) => `${word} ${'long '.repeat(LONG_CHARACTERS / 5)}${word} end`],
];
