import { pngOf } from '../../../exchange/upstream/scripted-png.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import { answerTextForms, formNamed, mediaForms, textForms } from '../../requests/forms.ts';
import type { Probe } from '../../rule.ts';
import { repeats } from '../fewer.ts';
import { relayed } from '../relayed.ts';
import { sequentially } from '../sequentially.ts';
import { type Case, scripted, withMembers } from './scripted.ts';

const AT_ONCE: UpstreamStep = { ttftMs: 0, itlMs: 0 };

const LONG = 2000;
/** With them the long text has 100 kB. */
const WORDS = '-word'.repeat(9);

/** Each in the pieces that the upstream sends. */
const TEXTS: readonly (readonly [name: string, pieces: readonly string[]])[] = [
  ['words', ['The ', 'first ', 'of ', 'five ', 'words.']],
  [
    'all of Unicode',
    [
      'Grüße, ',
      'Ωμέγα ',
      'привет ',
      '你好 ',
      'שלום ',
      '🙂',
      '👩‍👩‍👧 ',
      'é ',
      '\u{10FFFD}',
      '\u2028',
      ' “it’s”\u00A0\uFEFF½',
    ],
  ],
  ['white space', ['  two before', '\n\nlines\r\n', '\ttab ', ' ', '  ', 'two after  ']],
  ['escapes', ['"quoted" ', '\\n is not a newline ', '\\u0041 ', '</script> ', '%41 &amp; ']],
  ['lines of event streams', ['data: [DONE]\n\n', 'event: error\n', ': comment\n', '[DONE]']],
  ['one character', ['x']],
  ['2 000 long tokens', Array.from({ length: LONG }, (_, index) => `${index}${WORDS} `)],
];

/** Answers with texts of every kind: chats and responses, in both forms, and transcriptions. */
export const relayedTexts = scripted({
  name: 'texts-seen-at-both-ends',
  modest: '2 texts of each kind instead of all',
  forms: answerTextForms,
  cases: TEXTS.map(([label, pieces]) => ({ label, steps: { ...AT_ONCE, pieces } })),
  few: 2,
  expects: 'accepted',
});

/** Chats and responses, in both forms, that the upstream ends for each reason. */
export const relayedFinishes = scripted({
  name: 'finishes-seen-at-both-ends',
  forms: textForms,
  cases: ['stop', 'length', 'content_filter'].map((finishReason) => ({
    label: finishReason,
    steps: { ...AT_ONCE, finishReason },
  })),
  expects: 'accepted',
});

/** Chats and responses, in both forms, that the model refuses to answer. */
export const relayedRefusals = scripted({
  name: 'refusals-of-the-model-seen-at-both-ends',
  forms: textForms,
  cases: [
    {
      steps: (nonce) => ({ ...AT_ONCE, refusal: `I can't help with "${nonce}". Προσοχή 🙂` }),
    },
  ],
  expects: 'accepted',
});

/** No gateway that counts tokens would find these numbers. */
const [INPUT, OUTPUT] = [7919, 104_729];
const [CACHED, REASONING] = [4099, 2203];
const NAMED = { input_tokens: INPUT, output_tokens: OUTPUT, total_tokens: INPUT + OUTPUT };
const USAGES: Readonly<Record<string, unknown>> = {
  chat: {
    prompt_tokens: INPUT,
    completion_tokens: OUTPUT,
    total_tokens: INPUT + OUTPUT,
    prompt_tokens_details: { cached_tokens: CACHED },
    completion_tokens_details: { reasoning_tokens: REASONING },
  },
  responses: {
    ...NAMED,
    input_tokens_details: { cached_tokens: CACHED },
    output_tokens_details: { reasoning_tokens: REASONING },
  },
  images: {
    ...NAMED,
    input_tokens_details: { text_tokens: INPUT - CACHED, image_tokens: CACHED },
  },
  transcription: {
    type: 'tokens',
    ...NAMED,
    input_token_details: { text_tokens: INPUT - CACHED, audio_tokens: CACHED },
  },
};

/** Every answer that states usage, in each of its forms, with odd numbers as usage. */
export const relayedUsage = scripted({
  name: 'usage-seen-at-both-ends',
  forms: (gateway) =>
    [...textForms(gateway), ...mediaForms(gateway)].filter(({ operation }) => operation in USAGES),
  cases: (_, { operation, stream }) => [
    {
      steps: { usage: USAGES[operation] },
      ask: (request) =>
        stream && operation === 'chat'
          ? withMembers(request, { stream_options: { include_usage: true } })
          : request,
    },
  ],
  expects: 'accepted',
});

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES = [
  { label: '1 KiB', bytes: KIB, n: 1 },
  { label: '1 MiB', bytes: MIB, n: 1 },
  { label: '8 MiB', bytes: 8 * MIB, n: 1 },
  // A gateway need not offer more than one.
  { label: 'two of 1 KiB', bytes: KIB, n: 2, expects: 'legal' },
] as const;

/** Images of three sizes, and two at once. */
export const relayedImages = scripted({
  name: 'images-seen-at-both-ends',
  alone: true,
  modest: '1 image of 1 KiB instead of five in three sizes',
  forms: (gateway) => (gateway.expect.imageSizes.length > 0 ? formNamed('images')(gateway) : []),
  cases: ({ expect: { imageSizes } }) =>
    SIZES.map(
      ({ bytes, n, ...one }): Case => ({
        ...one,
        steps: (nonce) => ({
          contentBase64: pngOf(imageSizes[0] ?? '', bytes, nonce).toString('base64'),
        }),
        ask: (request) => withMembers(request, { n }),
      }),
    ),
  few: 1,
  expects: 'accepted',
  async send(gateway, { request, nonce }) {
    const exchange = await gateway.send(request);
    // The content need not stay in the upstream.
    await gateway.upstream.script(nonce, []);
    return [exchange];
  },
});

const CROWD_ROUNDS = 2;
/** Concurrent requests of each form. */
const CROWD = 8;

/** Many concurrent requests for texts, each of which the upstream answers with the nonce of the request. */
export const relayedCrowd: Probe<'relay'> = {
  name: 'crowd-seen-at-both-ends',
  modest: '1 round of 2 concurrent requests of each kind, so that a rare swap is missed',
  async run(gateway) {
    const forms = answerTextForms(gateway);
    const rounds = Array.from({ length: repeats(gateway, CROWD_ROUNDS, 1) }, (_, at) => at + 1);
    const sent = await sequentially(rounds, async (round) => {
      const crowd = forms.flatMap(({ name, request }) =>
        Array.from({ length: repeats(gateway, CROWD, 2) }, () => {
          const nonce = gateway.nonce();
          return { label: `${name}, round ${round}`, nonce, request: request(nonce) };
        }),
      );
      const exchanges = await gateway.together(crowd.map(({ request }) => request));
      return crowd.flatMap(({ label, nonce }, at) => {
        const exchange = exchanges[at];
        return exchange === undefined ? [] : [{ label, nonce, exchanges: [exchange] }];
      });
    });
    return relayed(gateway, sent.flat());
  },
};
