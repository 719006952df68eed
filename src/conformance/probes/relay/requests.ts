import type { Exchange } from '../../../exchange/exchange.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { DIALOGS, ITEMS } from '../../requests/dialogs.ts';
import type { Difference } from '../../requests/difference.ts';
import {
  allForms,
  formNamed,
  mediaForms,
  type RequestForm,
  textForms,
} from '../../requests/forms.ts';
import { freshKey } from '../../requests/keys.ts';
import { ALL_PARAMETERS, parameterDifferences, UNKNOWN } from '../../requests/parameters.ts';
import { tone, unhurried, withMembers, withPrompt } from '../../requests/plain.ts';
import { LARGE } from '../../requests/sizes.ts';
import { CONTROLS, TEXTS } from '../../requests/texts.ts';
import type { Probe } from '../../rule.ts';
import { shared } from '../../sending/shared-controls.ts';
import { unissued } from '../credentials.ts';
import { keyed, storedOf } from '../keys.ts';
import { retriedForms } from '../retries.ts';
import { fewer, sequentially } from '../trials.ts';
import {
  allAtOnce,
  FILE_NAMES,
  SETS_COOKIE,
  withCookie,
  withFile,
  withTextBytes,
} from './all-at-once.ts';
import { type Case, relayed, scripted } from './relayed.ts';

const REPEATS = 20;

/** Plain requests of each kind, 20 of each: one body, and a stream where there is one. */
export const relayedRequests = scripted({
  name: 'requests-seen-at-both-ends',
  modest: '1 request of each kind instead of 20, and no video job',
  modestly: allAtOnce(),
  forms: allForms,
  cases: Array.from({ length: REPEATS }, () => ({})),
  expects: 'accepted',
});

/** The same request twice, one after the other and without a key. */
export const repeatedPrompt = scripted({
  name: 'repeated-prompts-seen-at-both-ends',
  forms: textForms,
  expects: 'accepted',
  send: (gateway, { request }) => sequentially([request, request], (each) => gateway.send(each)),
});

/** A walk of these forms. */
function members(forms: (gateway: ProbeGateway) => readonly RequestForm[]): Probe<'relay'> {
  return scripted({
    name: 'members-seen-at-both-ends',
    modest: 'all parameters at once, one dialog, and no video job',
    forms,
    cases: (gateway, form) =>
      differencesOf(gateway, form).map(({ name, of }) => ({
        label: name,
        // Some providers want the word for what some of them ask.
        ask: (request, nonce) =>
          of(withPrompt(request, `Answer in JSON with one word about ${nonce}.`)),
      })),
    expects: 'legal',
  });
}

const membersOfTexts = members((gateway) => fewer(gateway, textForms(gateway), 2));
const walkOfMedia = members((gateway) =>
  mediaForms(gateway).filter(
    ({ operation }) => gateway.effort === 'thorough' || operation !== 'video-create',
  ),
);
const membersOfMedia = shared((gateway) => walkOfMedia.run(gateway));

/**
 * Each form with each parameter, with all of them, and with one that no gateway knows; dialogs with
 * messages of every role or with items, some without a text, and with many.
 */
export const relayedMembers: Probe<'relay'> = {
  ...membersOfTexts,
  async run(gateway) {
    const both = [membersOfTexts.run(gateway), membersOfMedia(gateway)];
    return (await Promise.all(both)).flat();
  },
};

/**
 * The requests of a modest run that have all parameters of an operation of media at once; undefined in any other
 * run, and where Assay is not the provider.
 */
export async function withAllParameters(
  gateway: ProbeGateway,
  operation: 'images' | 'transcription',
): Promise<readonly Exchange[] | undefined> {
  if (gateway.effort === 'thorough' || !gateway.upstream.isPresent) return undefined;
  const relays = await membersOfMedia(gateway);
  return relays.flatMap(({ exchanges }) =>
    exchanges.filter((exchange) => exchange.operation === operation),
  );
}

const TURNS: Readonly<Record<string, readonly Difference[]>> = {
  chat: DIALOGS,
  responses: [ITEMS],
};

function differencesOf(gateway: ProbeGateway, form: RequestForm): readonly Difference[] {
  const parameters = parameterDifferences(gateway.expect, form);
  const turns = TURNS[form.operation] ?? [];
  if (gateway.effort === 'thorough') {
    return [...parameters, ...(form.name === 'chat stream' ? [] : turns)];
  }
  const all = parameters.filter(({ name }) => name === ALL_PARAMETERS);
  const unknown = parameters.filter(({ name }) => name === UNKNOWN);
  return form.name === 'chat' ? [...all, ...unknown, ...turns.slice(0, 1)] : all;
}

/** Every text in each form that has a prompt, and a large one; responses with instructions, too. */
export const relayedPrompts = scripted({
  name: 'prompts-seen-at-both-ends',
  modest: '1 prompt of each form instead of all, and no video job',
  modestly: allAtOnce('chat', 'responses', 'images'),
  forms: (gateway) => [
    ...textForms(gateway),
    ...mediaForms(gateway).filter(({ operation }) => operation !== 'transcription'),
  ],
  cases: (_, { operation }) => {
    const isText = operation === 'chat' || operation === 'responses';
    return [...TEXTS, CONTROLS, ...(isText ? [LARGE] : [])].map(withInstructions);
  },
  expects: 'legal',
});

function withInstructions({ name, of }: Difference): Case {
  const instructions = ' Be brief: \u00e9 e\u0301 Ω.\n';
  return {
    label: name,
    ask: (request) =>
      request.operation === 'responses' ? withMembers(of(request), { instructions }) : of(request),
  };
}

const KIB = 1024;
const MIB = 1024 * KIB;
const SIZES = { '1 kB': 1000, '1 MiB': MIB, '25 MiB': 25 * MIB };

/** Uploads of three sizes, up to the largest that the interface allows. */
export const relayedFiles = scripted({
  name: 'files-seen-at-both-ends',
  alone: true,
  modest: '1 file of 1 kB instead of three sizes',
  modestly: allAtOnce('transcription'),
  forms: formNamed('transcription'),
  cases: Object.entries(SIZES).map(([label, bytes]) => ({
    label,
    ask: (request, nonce, gateway) =>
      unhurried(withFile(request, withTextBytes(tone(nonce, bytes))), gateway),
  })),
  expects: 'legal',
});

/** Uploads whose file has an unusual name. */
export const relayedFileNames = scripted({
  name: 'file-names-seen-at-both-ends',
  modest: '1 name instead of 3',
  modestly: allAtOnce('transcription'),
  forms: formNamed('transcription'),
  cases: FILE_NAMES.map((filename) => ({
    label: filename,
    ask: (request, nonce) => withFile(request, tone(nonce), filename),
  })),
  expects: 'legal',
});

/** The upload takes a second, in four pieces. */
const WRITE_BYTES_PER_SECOND = 256 * KIB;

/** An upload whose caller sends it slowly, and gets its answer at once. */
export const relayedSlowUpload = scripted({
  name: 'slow-upload-seen-at-both-ends',
  alone: true,
  forms: formNamed('transcription'),
  cases: [
    {
      label: 'slow',
      steps: { ttftMs: 0, itlMs: 0 },
      ask: (request, nonce) => ({
        ...withFile(request, tone(nonce, WRITE_BYTES_PER_SECOND)),
        writeBytesPerSecond: WRITE_BYTES_PER_SECOND,
      }),
    },
  ],
  expects: 'legal, once',
});

/** A header that the caller's `Connection` names. */
export const LISTED_HEADER = 'x-assay-hop';

/** The value of the headers that no upstream may get. */
export const HOP_VALUE = 'assay-hop-by-hop';

/** Requests of each kind with headers that are for one connection only. */
export const relayedHopHeaders = scripted({
  name: 'connection-headers-seen-at-both-ends',
  modest: 'only one body',
  forms: (gateway) => fewer(gateway, allForms(gateway), 1),
  cases: [
    withHeaders({
      connection: `keep-alive, te, ${LISTED_HEADER}`,
      [LISTED_HEADER]: HOP_VALUE,
      te: HOP_VALUE,
      'keep-alive': `${HOP_VALUE}=1`,
      'proxy-authorization': `Basic ${HOP_VALUE}`,
    }),
  ],
  expects: 'legal',
  // A connection of its own sends such headers as they are.
  send: (gateway, { request }) => gateway.inOrder([request]),
});

/**
 * Requests of each kind with a cookie and a trace, to which the upstream answers with one of its own, and then one
 * without any.
 */
export const relayedCookies = scripted({
  name: 'cookies-seen-at-both-ends',
  modest: 'no request without a cookie, and no video job',
  modestly: allAtOnce(),
  forms: allForms,
  cases: [
    {
      ask: withCookie,
      label: 'with a cookie',
      steps: { headers: [SETS_COOKIE] },
    },
    { label: 'the next one' },
  ],
  expects: 'legal',
});

/** Headers of a caller that a gateway may pass on, or not. */
export const CALLER_HEADERS: Readonly<Record<string, string>> = {
  'accept-language': 'mi, fy;q=0.5',
  'user-agent': 'assay-caller/1',
  'x-assay-note': 'of-a-caller',
  'x-request-id': 'assay-request-1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/** Headers of a provider that a gateway may return, or not. */
export const PROVIDER_HEADERS: Readonly<Record<string, string>> = {
  'openai-processing-ms': '17',
  'x-assay-provider-note': 'of-a-provider',
  'x-ratelimit-remaining-requests': '41',
  'x-request-id': 'provider-request-1',
};

const WITH_HEADERS = 4;

/** Chats one after the other, with headers of a caller and headers of a provider. */
export const upstreamHeaders = scripted({
  name: 'headers-seen-at-both-ends',
  alone: true,
  forms: formNamed('chat'),
  cases: Array.from({ length: WITH_HEADERS }, () => ({
    ...withHeaders(CALLER_HEADERS),
    steps: { headers: Object.entries(PROVIDER_HEADERS) },
  })),
  expects: 'legal',
});

function withHeaders(headers: Readonly<Record<string, string>>): Case {
  return { ask: (request) => ({ ...request, headers }) };
}

/** Each form of a billable request with a key, and the same again once its result must be stored. */
export const relayedRetries = scripted({
  name: 'retries-seen-at-both-ends',
  modest: 'no video job',
  modestly: async (gateway) => relayed(gateway, await retriedForms(gateway)),
  forms: allForms,
  expects: 'accepted',
  async send(gateway, { request }) {
    const key = freshKey();
    const first = await gateway.send(keyed(request, key));
    await gateway.sleep(gateway.expect.replayLagMs);
    return [first, await gateway.send(keyed(request, key, 2))];
  },
});

/** The same chat with the same key, from two tenants. */
export const tenantsKeys = scripted({
  name: 'one-key-of-two-tenants-seen-at-both-ends',
  forms: formNamed('chat'),
  cases: [{ label: 'two tenants' }],
  expects: 'accepted',
  async send(gateway, { request }) {
    const withKey = keyed(request, freshKey());
    const first = await gateway.send(withKey);
    await gateway.sleep(gateway.expect.replayLagMs);
    return [first, await gateway.send({ ...withKey, credential: 'second' })];
  },
});

const AT_ONCE = 20;
const HELD_MS = 300;

/** Concurrent equal chats with one key, while the upstream holds back its answer. */
export const racedKeys = scripted({
  name: 'one-key-at-once-seen-at-both-ends',
  alone: true,
  forms: formNamed('chat'),
  mayBeCharged: true,
  cases: [{ label: `${AT_ONCE} concurrent`, steps: { delayMs: HELD_MS } }],
  send(gateway, { request }) {
    const withKey = keyed(request, freshKey());
    return gateway.together(Array.from({ length: AT_ONCE }, () => withKey));
  },
});

const TOO_LARGE_BYTES = 26 * MIB;

const REFUSED_CHATS: readonly Case[] = [
  {
    label: 'broken JSON',
    ask: (request) => {
      const text = JSON.stringify(request.body && 'json' in request.body ? request.body.json : {});
      return { ...request, body: { text: text.slice(0, -1), type: 'application/json' } };
    },
  },
  { label: 'key of another request', ask: (request) => keyed(request, freshKey(), 2) },
];

const REFUSED_UPLOADS: readonly Case[] = [
  {
    label: 'file of 26 MiB',
    ask: (request, nonce, gateway) =>
      unhurried(withFile(request, tone(nonce, TOO_LARGE_BYTES)), gateway),
  },
];

/**
 * Requests that the gateway must refuse: each form with an unknown key, broken JSON, a file that is
 * too large, and the idempotency key of another request.
 */
export const refusedUpstream = scripted({
  name: 'refusals-seen-at-both-ends',
  alone: true,
  inTurn: true,
  forms: allForms,
  cases: (gateway, { name }) => [
    { label: 'unknown key', ask: (request) => ({ ...request, carryKey: unissued(gateway) }) },
    ...(name === 'chat' ? REFUSED_CHATS : []),
    ...(name === 'transcription' ? REFUSED_UPLOADS : []),
  ],
  expects: 'once',
  async send(gateway, { request, form }) {
    const { idempotencyKey } = request;
    if (idempotencyKey !== undefined && gateway.effort === 'modest') {
      const { key } = await storedOf(gateway, form);
      return [await gateway.send(keyed(request, key, 2))];
    }
    if (idempotencyKey !== undefined) {
      const first = form.request(gateway.nonce());
      await gateway.send(keyed({ ...first, expected: 'accepted' }, idempotencyKey));
    }
    return [await gateway.send(request)];
  },
});
