import { pngOf } from '../../../exchange/upstream/scripted-png.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway, ProbeRequest } from '../../gateway.ts';
import {
  answerTextForms,
  bodiesOf,
  formNamed,
  mediaForms,
  type RequestForm,
  textForms,
} from '../../requests/forms.ts';
import { accepted, withMembers, withPrompt } from '../../requests/plain.ts';
import { textsAround } from '../../requests/texts.ts';
import type { Probe } from '../../rule.ts';
import { concurrentChats } from '../answers.ts';
import { fewer, oneStream, repeated, sequentially } from '../trials.ts';
import { AT_ONCE, allAtOnce, USAGES, withUsage } from './all-at-once.ts';
import { type Case, type MarkedSeries, relayed, scripted } from './relayed.ts';

const LONG = 2000;
/** With them the long text has 100 kB. */
const WORDS = '-word'.repeat(9);

/** Each in the pieces that the upstream sends. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  words: ['The ', 'first ', 'of ', 'five ', 'words.'],
  ...Object.fromEntries(
    Object.entries(textsAround('words')).map(([name, text]) => [
      name,
      text.match(/\S+|\s+/g) ?? [],
    ]),
  ),
  'one character': ['x'],
  '2 000 long tokens': Array.from({ length: LONG }, (_, index) => `${index}${WORDS} `),
};

/** Answers with texts of every kind: chats and responses, in both forms, and transcriptions. */
export const relayedTexts = scripted({
  name: 'texts-seen-at-both-ends',
  modest: '1 text of each kind instead of all',
  modestly: allAtOnce('chat', 'responses', 'transcription'),
  forms: answerTextForms,
  cases: Object.entries(PIECES).map(([label, pieces]) => ({
    label,
    steps: { ...AT_ONCE, pieces },
  })),
  expects: 'accepted',
});

/** Chats and responses, in both forms, that the upstream ends for each reason. */
export const relayedFinishes = scripted({
  name: 'finishes-seen-at-both-ends',
  modest: 'only an end at the limit of the length',
  modestly: allAtOnce('chat', 'responses'),
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
  modest: 'only one body',
  forms: (gateway) => fewer(gateway, textForms(gateway), 1),
  cases: [
    {
      steps: (nonce) => ({ ...AT_ONCE, refusal: `I can't help with "${nonce}". Προσοχή 🙂` }),
    },
  ],
  expects: 'accepted',
});

/** Every answer that states usage, in each of its forms, with odd numbers as usage. */
export const relayedUsage = scripted({
  name: 'usage-seen-at-both-ends',
  modest: 'requests of other probes instead of its own',
  modestly: allAtOnce(...Object.keys(USAGES)),
  forms: (gateway) =>
    [...textForms(gateway), ...mediaForms(gateway)].filter(({ operation }) => operation in USAGES),
  cases: (_, form) => [
    { steps: { usage: USAGES[form.operation] }, ask: (request) => withUsage(request, form) },
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
  modestly: allAtOnce('images'),
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
  expects: 'accepted',
  async send(gateway, { request, nonce }) {
    const exchange = await gateway.send(request);
    // The content need not stay in the upstream.
    await gateway.upstream.script(nonce, []);
    return [exchange];
  },
});

/** Concurrent requests, each with a nonce of its own. */
async function crowd(
  gateway: ProbeGateway,
  members: readonly { readonly label: string; readonly request: RequestForm['request'] }[],
  step?: UpstreamStep,
): Promise<readonly MarkedSeries[]> {
  const marked = members.map((each) => ({ ...each, nonce: gateway.nonce() }));
  if (step !== undefined) {
    await Promise.all(marked.map(({ nonce }) => gateway.upstream.script(nonce, [step])));
  }
  const exchanges = await gateway.together(marked.map(({ request, nonce }) => request(nonce)));
  return marked.flatMap(({ label, nonce }, at) => {
    const exchange = exchanges[at];
    return exchange === undefined ? [] : [{ label, nonce, exchanges: [exchange] }];
  });
}

const CROWD_ROUNDS = 2;
/** Concurrent requests of each form. */
const CROWD = 8;

/** Many concurrent requests for texts, each of which the upstream answers with the nonce of the request. */
export const relayedCrowd: Probe<'relay'> = {
  name: 'crowd-seen-at-both-ends',
  modest: '2 concurrent chats instead of many requests of each kind, so that a rare swap is missed',
  async run(gateway) {
    if (gateway.effort === 'modest') return relayed(gateway, await concurrentChats(gateway));
    const rounds = Array.from({ length: CROWD_ROUNDS }, (_, at) => at + 1);
    const sent = await sequentially(rounds, (round) => {
      const members = answerTextForms(gateway).flatMap(({ name, request }) =>
        Array.from({ length: CROWD }, () => ({ label: `${name}, round ${round}`, request })),
      );
      return crowd(gateway, members);
    });
    return relayed(gateway, sent.flat());
  },
};

const CONCURRENT = 20;
/** Longer than a gateway needs to forward all of them. */
const HELD_MS = 1000;

/** Twenty concurrent chats, which the upstream answers after a second. */
export const concurrentUpstream: Probe<'relay'> = {
  name: 'concurrent-chats-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    const members = formNamed('chat')(gateway).flatMap((form) => {
      const request = (nonce: string) => accepted(form.request(nonce));
      return Array.from({ length: CONCURRENT }, () => ({ label: 'concurrent chats', request }));
    });
    if (members.length === 0) return [];
    return relayed(gateway, await crowd(gateway, members, { delayMs: HELD_MS }));
  },
};

/** Streams of 20 tokens, 50 ms apart. */
export const relayedPace = scripted({
  name: 'pace-seen-at-both-ends',
  modest: 'only one stream',
  alone: true,
  inTurn: true,
  forms: oneStream,
  cases: [evenly(20, 50)],
  expects: 'accepted',
});

/** Streams of 50 tokens, 20 ms apart. */
export const relayedEvenPace = scripted({
  name: 'even-pace-seen-at-both-ends',
  modest: 'only one stream',
  alone: true,
  forms: oneStream,
  cases: [evenly(50, 20)],
  expects: 'accepted',
});

function evenly(tokens: number, gapMs: number): Case {
  return { steps: { tokens, ttftMs: gapMs, itlMs: gapMs } };
}

const IN_SUCCESSION = 20;
const FEW_IN_SUCCESSION = 5;

/**
 * Plain requests for a text, each sent after the answer to the one before. All carry one nonce, and each has a
 * prompt of its own: no answer can come from a cache.
 */
export const requestsInTurn = scripted({
  name: 'requests-in-succession',
  alone: true,
  inTurn: true,
  modest: '5 chats instead of 20 requests of each kind',
  mayBeCharged: true,
  forms: (gateway) => {
    const texts = bodiesOf(gateway).filter(({ operation }) => isOfText(operation));
    return fewer(gateway, texts, 1);
  },
  cases: [{ steps: { tokens: 2, ttftMs: 0, itlMs: 0 } }],
  send: (gateway, { request, nonce }) =>
    sequentially(
      repeated(
        gateway,
        IN_SUCCESSION,
        FEW_IN_SUCCESSION,
        (place) => `Say word ${place} about ${nonce}.`,
      ),
      (prompt) => gateway.send(withPrompt(request, prompt)),
    ),
});

function isOfText(operation: ProbeRequest['operation']): boolean {
  return operation === 'chat' || operation === 'responses';
}

const FRAGMENTS = 20;
const NAMES = ['find_boat', 'Find-Harbour2'];

/** Chats and responses, in both forms, in which the model calls two tools together. */
export const relayedToolCalls = scripted({
  name: 'tool-calls-seen-at-both-ends',
  modest: 'only one body and one stream',
  forms: (gateway) => fewer(gateway, textForms(gateway), 2),
  cases: (_, { operation }) => [
    {
      steps: (nonce) => ({ ...AT_ONCE, toolCalls: callsOf(nonce) }),
      ask: (request) => withMembers(request, { tools: toolsOf(operation) }),
    },
  ],
  expects: 'legal',
});
function callsOf(nonce: string) {
  return NAMES.map((name, at) => ({
    id: `call_${nonce}${at}`,
    name,
    fragments: fragmentsOf(`${name} ${nonce}`),
  }));
}

/** 1 kB, longer than a limit for logs, with spaces at which some of the fragments are cut. */
const LONG_NOTE = Array.from({ length: 250 }, (_, at) => at).join(' ');

/** A double cannot represent it: it changes where JSON is parsed and serialized again. */
const LONG_NUMBER = '9007199254740993';

/** The JSON text of arguments, in parts that are cut within its words and characters of escapes. */
function fragmentsOf(words: string): readonly string[] {
  const named = JSON.stringify({
    name: `${words} "quoted" \n Ωμέγα 🙂`,
    rest: [1, 2],
    note: LONG_NOTE,
  });
  const characters = Array.from(named.replace('{', `{"number":${LONG_NUMBER},`));
  const size = Math.ceil(characters.length / FRAGMENTS);
  return Array.from({ length: FRAGMENTS }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  ).filter((fragment) => fragment !== '');
}

const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
};

function toolsOf(operation: string): readonly unknown[] {
  const functions = NAMES.map((name) => ({ name, description: 'Finds it.', parameters: SCHEMA }));
  return operation === 'chat'
    ? functions.map((each) => ({ type: 'function', function: each }))
    : functions.map((each) => ({ type: 'function', ...each }));
}
