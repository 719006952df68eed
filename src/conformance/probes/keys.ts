import { factsOf } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { randomBoundary } from '../../exchange/multipart.ts';
import type { Series } from '../evidence.ts';
import { dispositionOf, isAccepted } from '../findings/acceptance.ts';
import { resultsOf } from '../findings/idempotent-results.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { REVERSED } from '../requests/bodies.ts';
import { STRANGERS } from '../requests/callers.ts';
import { trialOf } from '../requests/difference.ts';
import {
  allForms,
  bodiesOf,
  bodyForms,
  jsonForms,
  type RequestForm,
  textForms,
} from '../requests/forms.ts';
import { alikeKeys, freshKey, keysOfLengths, PUNCTUATION } from '../requests/keys.ts';
import { accepted, legal, tone, transcriptionRequest } from '../requests/plain.ts';
import { LARGE } from '../requests/sizes.ts';
import { type Changes, LAST_CHARACTER, smallChanges } from '../requests/small-changes.ts';
import { drawn } from '../requests/walk.ts';
import { need, type Probe } from '../rule.ts';
import { shared } from '../sending/shared-controls.ts';
import { withEffects, withUpstreamCalls } from './effects.ts';
import { fewer, inEachForm, sendTrial, sequentially, withinBudget } from './trials.ts';

const ONE_BODY = 'only one body, of the first operation that the target supports';
const BODY_AND_STREAM =
  'only one body and one stream, of the first two operations that the target supports';

/** The request under a key, as the first or a later attempt. */
export function keyed(request: ProbeRequest, key: string, attempt = 1): ProbeRequest {
  return { ...request, idempotencyKey: key, group: { kind: 'key', id: key }, attempt };
}

/** The request under a new key, once the gateway must have stored its result. */
async function stored(
  gateway: ProbeGateway,
  request: ProbeRequest,
  key: string,
): Promise<Exchange> {
  const exchange = await gateway.send(keyed(request, key));
  await gateway.sleep(gateway.expect.replayLagMs);
  return exchange;
}

/** A request with a key whose result the gateway must have stored. */
interface StoredRequest {
  readonly request: ProbeRequest;
  readonly key: string;
  readonly first: Exchange;
}

async function newlyStored(gateway: ProbeGateway, request: ProbeRequest): Promise<StoredRequest> {
  const key = freshKey();
  return { request, key, first: await stored(gateway, accepted(request), key) };
}

/** Those of the first two forms, one body and one stream, for all probes of a modest run. */
const SHARED = [0, 1].map((at) =>
  shared(async (gateway) => {
    const form = allForms(gateway)[at];
    if (form === undefined) return undefined;
    const { first, changed } = smallChanges(gateway.expect, form, gateway.nonce());
    return { ...(await newlyStored(gateway, first)), changed };
  }),
);

async function sharedOf(gateway: ProbeGateway, { name }: Pick<RequestForm, 'name'>) {
  if (gateway.effort === 'thorough') return undefined;
  return SHARED[allForms(gateway).findIndex((form) => form.name === name)]?.(gateway);
}

/** A request of this form; in a modest run the one that other probes use too. */
export async function storedOf(
  gateway: ProbeGateway,
  form: Pick<RequestForm, 'name' | 'request'>,
): Promise<StoredRequest> {
  const known = await sharedOf(gateway, form);
  return known ?? newlyStored(gateway, form.request(gateway.nonce()));
}

/**
 * An unrelated request where two answers have the same id, which shows whether all answers have it; nothing
 * where the ids differ.
 */
async function unrelatedIfAlike(
  gateway: ProbeGateway,
  pair: readonly (Exchange | undefined)[],
  unrelated: ProbeRequest,
): Promise<readonly Exchange[]> {
  const exchanges = pair.filter((exchange) => exchange !== undefined);
  const [one, other] = resultsOf({ label: '', exchanges });
  if (one?.id === undefined || one.id !== other?.id) return [];
  const exchange = await withinBudget(gateway.control(accepted(unrelated)));
  return exchange === undefined ? [] : [exchange];
}

/**
 * Each billable request in each form with a key, then another one with the same key, then the first again.
 */
export const otherBodyOneKey = inEachForm({
  name: 'another-body-with-the-same-key',
  modest: BODY_AND_STREAM,
  forms: allForms,
  few: 2,
  async gather(gateway, form) {
    const { name, request } = form;
    const { request: ours, key, first } = await storedOf(gateway, form);
    const other = await sendTrial(gateway, keyed(request(gateway.nonce()), key, 2));
    const again = await gateway.send(keyed(accepted(ours), key, 3));
    const unrelated = await unrelatedIfAlike(gateway, [first, other], request(gateway.nonce()));
    return [{ label: name, exchanges: [first, other, again, ...unrelated] }];
  },
});

/**
 * Each billable request in each form with a key, then the same key with requests that differ from the first
 * in one member or one character; labelled by the form and the difference.
 */
export const oneMemberChanged = inEachForm({
  name: 'one-member-changed-under-one-key',
  modest: `${BODY_AND_STREAM}, and no large prompts`,
  forms: allForms,
  few: 2,
  async gather(gateway, form) {
    const known = await sharedOf(gateway, form);
    if (known !== undefined) return underKeyOf(gateway, form.name, known);
    const small = smallChanges(gateway.expect, form, gateway.nonce());
    const large = { first: LARGE.of(form.request(gateway.nonce())), changed: [LAST_CHARACTER] };
    const all = [
      { name: form.name, ...small, marked: accepted },
      // Models of other operations have limits of their own for a prompt.
      ...fewer(gateway, factsOf(form.operation).streams ? [large] : [], 0).map((each) => {
        return { name: `${form.name} of ${LARGE.name}`, ...each, marked: legal };
      }),
    ];
    const series = all.map(async ({ name, first: request, changed, marked }) => {
      const key = freshKey();
      const first = await stored(gateway, marked(request), key);
      return underKeyOf(gateway, name, { request, key, first, changed });
    });
    return (await Promise.all(series)).flat();
  },
});

function underKeyOf(
  gateway: ProbeGateway,
  name: string,
  { request, key, first, changed }: StoredRequest & Pick<Changes, 'changed'>,
): Promise<readonly Series[]> {
  return sequentially(changed, async (difference) => ({
    label: `${name}, ${difference.name}`,
    exchanges: [first, await sendTrial(gateway, keyed(difference.of(request), key, 2))],
  }));
}

/** A chat with a key, then other operations with the same key. */
export const oneKeyManyEndpoints: Probe<'series'> = {
  name: 'one-key-of-several-operations',
  modest: 'no image',
  async run(gateway) {
    const operations = (['chat', 'images', 'responses'] as const).filter(
      (operation) =>
        gateway.offers(operation) && (operation !== 'images' || gateway.effort === 'thorough'),
    );
    need(operations.length > 1, 'two of the operations chat, images and responses');
    const forms = operations.flatMap((operation) => bodyForms(gateway, operation));
    const [chat, ...others] = forms;
    if (chat === undefined) return [];
    const { key, first } = await storedOf(gateway, chat);
    const exchanges = await sequentially(others, ({ request }) =>
      gateway.send({ ...keyed(request(gateway.nonce()), key), mayBeCharged: true }),
    );
    return [{ label: operations.join(', '), exchanges: [first, ...exchanges] }];
  },
};

/** A text in each form with a key, then its retry without an API key and with an unknown one. */
export const retryOfNobody = inEachForm({
  name: 'retry-without-an-api-key',
  modest: ONE_BODY,
  forms: textForms,
  few: 1,
  async gather(gateway, form) {
    const { request: ours, key, first } = await storedOf(gateway, form);
    const retries = await sequentially(STRANGERS.slice(0, 2), ({ of }) =>
      gateway.send(of(keyed(ours, key, 2))),
    );
    return [{ label: form.name, exchanges: [first, ...retries] }];
  },
});

/**
 * Each billable request in each form with a key; then an equal one, and in another series another one, of the
 * second tenant with the same key: on the connection of the first, and once the gateway must have stored
 * its result. If that is not accepted, again with another key.
 */
export const oneKeyTwoTenants = inEachForm({
  name: 'one-key-of-two-tenants',
  modest: 'only equal requests, and one body',
  forms: allForms,
  few: 1,
  async gather(gateway, form) {
    const request = () => accepted(form.request(gateway.nonce()));
    const known = await sharedOf(gateway, form);
    const ours = known === undefined ? request() : accepted(known.request);
    const bodies = [
      { label: `${form.name} with an equal body`, ours, theirs: ours },
      { label: `${form.name} with another body`, ours: request(), theirs: request() },
    ];
    const series = fewer(gateway, bodies, 1).map(async ({ label, ...both }) => {
      const exchanges = await ofTwoTenants(gateway, both, known?.key);
      const pair = [exchanges[0], exchanges.at(-1)];
      const unrelated = await unrelatedIfAlike(gateway, pair, request());
      return { label, exchanges: [...exchanges, ...unrelated] };
    });
    return Promise.all(series);
  },
});

async function ofTwoTenants(
  gateway: ProbeGateway,
  { ours, theirs }: { readonly ours: ProbeRequest; readonly theirs: ProbeRequest },
  key = freshKey(),
): Promise<readonly Exchange[]> {
  const second = { credential: 'second' } as const;
  const [sent, beside] = await gateway.inOrder([
    keyed(ours, key),
    { ...keyed(theirs, key, 2), ...second },
  ]);
  // On one connection, a limited request is not sent again.
  const first = sent && isAccepted(sent) ? sent : await gateway.send(keyed(ours, key));
  await gateway.sleep(gateway.expect.replayLagMs);
  const later = await gateway.send({ ...keyed(theirs, key, 3), ...second });
  const ofBoth = beside === undefined ? [first, later] : [first, beside, later];
  if (dispositionOf(later) === 'accepted') return ofBoth;
  return [...ofBoth, await gateway.send({ ...keyed(theirs, freshKey()), ...second })];
}

/** An earlier run may have used a key of one character: an equal body makes that a replay. */
const WORD = 'short and long keys';

/**
 * Keys of each length on each form of each billable operation. A profile may have changed the body since
 * an earlier run used the keys of one character: if both are refused, the first key is sent with another
 * body, which shows how the gateway refuses a used key.
 */
export const keyLengths = inEachForm({
  name: 'idempotency-key-lengths',
  modest: ONE_BODY,
  forms: allForms,
  few: 1,
  async gather(gateway, form) {
    const { name: label } = form;
    const trials = keysOfLengths(form).map((key) => trialOf(form, form.request(WORD), [key]));
    const exchanges = await sequentially(trials, ({ request }) => sendTrial(gateway, request));
    const [, ...short] = exchanges.slice(0, 3);
    if (!short.every((each) => dispositionOf(each) === 'refused')) return [{ label, exchanges }];
    const idempotencyKey = trials[0]?.request.idempotencyKey ?? '';
    const conflict = await gateway.send({ ...form.request('a used key'), idempotencyKey });
    return [{ label, exchanges: [...exchanges, conflict] }];
  },
});

/** A request with a key of 255 characters, then with keys that differ slightly from it. */
export const keysAlike = inEachForm({
  name: 'idempotency-keys-that-are-almost-equal',
  modest: `${ONE_BODY}, and 1 of 4 differences`,
  forms: textForms,
  few: 1,
  async gather(gateway, form) {
    const request = legal(form.request(gateway.nonce()));
    const { key, others } = alikeKeys();
    const first = await stored(gateway, request, key);
    return sequentially(drawn(gateway, Object.entries(others), 1), async ([difference, other]) => {
      const pair = [first, await gateway.send(keyed(request, other))];
      const unrelated = await unrelatedIfAlike(gateway, pair, form.request(gateway.nonce()));
      return {
        label: `${form.name}, a key with ${difference}`,
        exchanges: [...pair, ...unrelated],
      };
    });
  },
});

/** A request with an ordinary key, then one with a key of all punctuation, and its retry. */
export const punctuatedKeys = inEachForm({
  name: 'idempotency-keys-of-punctuation',
  modest: ONE_BODY,
  forms: textForms,
  few: 1,
  async gather(gateway, form) {
    const { request, first: plain } = await storedOf(gateway, form);
    const key = `${freshKey()}${PUNCTUATION}`;
    const first = await stored(gateway, legal(request), key);
    const again = await gateway.send(legal(keyed(request, key, 2)));
    return [{ label: form.name, exchanges: [plain, first, again] }];
  },
});

/** A transcription with a key, then the same form with another boundary. */
export const otherBoundary: Probe<'series'> = {
  name: 'same-form-with-another-boundary',
  async run(gateway) {
    const nonce = gateway.nonce();
    const content = tone(nonce);
    const request = () =>
      accepted(
        transcriptionRequest(gateway.expect, { content, form: { boundary: randomBoundary() } }),
      );
    const pair = await underOneKey(gateway, 'another boundary', request(), request());
    return [await withEffects(gateway, nonce, pair)];
  },
};

/** A request with a key, then the same JSON with its members in reverse order and on several lines. */
export const otherSpelling = inEachForm({
  name: 'same-json-in-another-spelling',
  modest: 'only of a chat',
  // Only an id shows whether two equal answers are one result.
  forms: (gateway) =>
    jsonForms(gateway).filter(({ operation }) => factsOf(operation).identity.includes('id')),
  few: 1,
  async gather(gateway, form) {
    const { request, key, first } = await storedOf(gateway, form);
    const again = await gateway.send(keyed(REVERSED.of(request), key, 2));
    return [{ label: form.name, exchanges: [first, again] }];
  },
});

/** A chat with a key, then the same chat with the opposite stream switch; in both orders. */
export const otherForm: Probe<'series'> = {
  name: 'same-chat-in-the-other-form',
  modest: 'only a stream, then one body',
  run(gateway) {
    const [body, stream] = [false, true].map((isStream) =>
      textForms(gateway).find((form) => form.operation === 'chat' && form.stream === isStream),
    );
    if (body === undefined || stream === undefined) return Promise.resolve([]);
    const orders = [
      ['a stream, then one body', stream, body],
      ['one body, then a stream', body, stream],
    ] as const;
    return Promise.all(
      fewer(gateway, orders, 1).map(([label, first, second]) => {
        const nonce = gateway.nonce();
        return underOneKey(gateway, label, first.request(nonce), second.request(nonce));
      }),
    );
  },
};

/** Both with one key, the second once the gateway must have stored the result of the first. */
async function underOneKey(
  gateway: ProbeGateway,
  label: string,
  first: ProbeRequest,
  second: ProbeRequest,
): Promise<Series> {
  const key = freshKey();
  const before = await stored(gateway, accepted(first), key);
  return { label, exchanges: [before, await gateway.send(keyed(second, key, 2))] };
}

/** Each billable request with a key, then an equal one without. */
export const withAndWithoutKey = inEachForm({
  name: 'requests-with-and-without-a-key',
  modest: 'only for the first operation that the target supports',
  forms: bodiesOf,
  few: 1,
  async gather(gateway, form) {
    const { request, first } = await storedOf(gateway, form);
    const without = await sendTrial(gateway, accepted(request));
    return [{ label: form.name, exchanges: [first, without] }];
  },
});

/** Each billable request twice, equal and without a key. */
export const equalWithoutKey = inEachForm({
  name: 'equal-requests-without-a-key',
  modest: 'only for the first operation that the target supports',
  forms: bodiesOf,
  few: 1,
  async gather(gateway, { name, request: make }) {
    const nonce = gateway.nonce();
    const request = accepted(make(nonce));
    const exchanges = [await gateway.send(request), await gateway.send(request)];
    const counted = await withUpstreamCalls(gateway, nonce, { label: name, exchanges });
    const unrelated = await unrelatedIfAlike(gateway, exchanges, make(gateway.nonce()));
    return [{ ...counted, exchanges: [...exchanges, ...unrelated] }];
  },
});
