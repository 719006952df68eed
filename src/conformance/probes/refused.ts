import { modelFor } from '../../contract/models-by-operation.ts';
import { type Billable, OPERATIONS } from '../../contract/operations.ts';
import type { Series } from '../evidence.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { BROKEN_BODIES, MEDIA_TYPES } from '../requests/bodies.ts';
import { NO_KEY, STRANGERS } from '../requests/callers.ts';
import { type Difference, trialOf } from '../requests/difference.ts';
import { allForms, bodyForms, jsonForms, type RequestForm, textForms } from '../requests/forms.ts';
import {
  type MemberDifference,
  memberDifferences,
  ofUnknownModel,
  refusedDifferences,
  UNKNOWN_MODEL,
  unknownIds,
} from '../requests/members.ts';
import { billableRequest, sentOnce, withMembers } from '../requests/plain.ts';
import { trialsOf } from '../requests/walk.ts';
import type { Probe } from '../rule.ts';
import {
  inEachForm,
  type LabelledRequest,
  sendOffered,
  sendTrial,
  sequentially,
  walk,
  withControl,
} from './trials.ts';
import { cancel, read } from './video-polls.ts';

/** Requests with one member, or with one part of a form, that the contract refuses. */
export const badChats = badRequests('chats-with-a-bad-field', 'chat', isNot(UNKNOWN_MODEL));
export const badResponses = badRequests('responses-with-a-bad-field', 'responses');
export const oddJobs = badRequests('odd-video-jobs', 'video-create');
export const oddNumbers = badRequests('odd-numbers-of-images', 'images', isOf('n'));
export const oddPrompts = badRequests('odd-image-prompts', 'images', isOf('prompt'));
export const oddSizes = badRequests('odd-image-sizes', 'images', isOf('size'));
export const unknownImageModel = badRequests('unknown-image-model', 'images', isOf('model'));
export const unknownModel = badRequests('unknown-model', 'chat', is(UNKNOWN_MODEL));
export const noFile = badRequests('form-without-a-file', 'transcription', is('file absent'));
export const emptyFile = badRequests('form-with-an-empty-file', 'transcription', is('file empty'));
export const noModel = badRequests(
  'form-without-a-model',
  'transcription',
  (each) => isOf('model')(each) && isNot('model twice')(each),
);

type Choice = (difference: MemberDifference) => boolean;

function badRequests(
  name: string,
  operation: Billable,
  isChosen: Choice = () => true,
): Probe<'series'> {
  return walk({
    name,
    forms: (gateway) => bodyForms(gateway, operation),
    differences: (gateway, form) => refusedDifferences(gateway, form).filter(isChosen),
  });
}

function isOf(wanted: string): Choice {
  return ({ member }) => member === wanted;
}

function is(wanted: string): Choice {
  return ({ name }) => name === wanted;
}

function isNot(unwanted: string): Choice {
  return ({ name }) => name !== unwanted;
}

/** A chat with a field that no gateway knows. */
export const unknownField: Probe<'series'> = {
  name: 'unknown-field',
  run(gateway) {
    const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    const member = { [`x_assay_${gateway.nonce()}`]: { a: [1] } };
    const request = { ...withMembers(chat(), member), mayBeCharged: true } as const;
    const trial = { label: 'an unknown field', request };
    return withControl(gateway, chat(), [trial]);
  },
};

/** Reads and cancels of jobs that were never created, with the creation of one as a control. */
export const unknownJobs: Probe<'series'> = {
  name: 'unknown-video-jobs',
  run(gateway) {
    const good = billableRequest(gateway.expect, 'video-create', gateway.nonce());
    const trials = unknownIds(() => gateway.nonce()).flatMap((difference) =>
      (['video-read', 'video-cancel'] as const).map((operation) =>
        trialOf({ name: operation }, { operation }, [difference]),
      ),
    );
    return withControl(gateway, good, trials);
  },
};

/** Each body that is not a JSON object, at every operation that takes JSON. */
export const badJson = inEachForm({
  name: 'bad-json',
  forms: jsonForms,
  gather: (gateway, form) =>
    sequentially(trialsOf(gateway, form, BROKEN_BODIES), async ({ label, request }) => ({
      label,
      exchanges: [await sendTrial(gateway, request)],
    })),
});

/**
 * Each failure that comes before a stream, in one body and as a stream: what the contract refuses, a
 * missing key, and a model that fails.
 */
export const earlyFailures = inEachForm({
  name: 'early-failures',
  forms: (gateway) => textForms(gateway).filter(({ stream }) => !stream),
  async gather(gateway, form) {
    const forms = [form, ...textForms(gateway).filter((each) => isStreamOf(form, each))];
    const refused = [...refusedDifferences(gateway, form), NO_KEY];
    const series = await sequentially(refused, async ({ name, of }) => ({
      label: `${form.operation}, ${name}`,
      exchanges: await sequentially(forms, ({ request }) =>
        sendTrial(gateway, of(request(gateway.nonce()))),
      ),
    }));
    return [...series, ...(await ofFailingModel(gateway, forms))];
  },
});

function isStreamOf({ operation }: RequestForm, other: RequestForm): boolean {
  return other.operation === operation && other.stream;
}

/** A model that fails is to fail: another call would only cost more. */
async function ofFailingModel(
  gateway: ProbeGateway,
  forms: readonly RequestForm[],
): Promise<readonly Series[]> {
  const model = modelFor(gateway.expect.failingModel, forms[0]?.operation ?? 'other');
  if (model === null) return [];
  const exchanges = await sequentially(forms, ({ request }) =>
    gateway.send(request(gateway.nonce(), model)),
  );
  return [{ label: 'a model that fails', exchanges }];
}

/**
 * Failures of every operation, of an unknown path, and of models that fail or are over their limit,
 * if the target has some.
 */
export const failures: Probe<'any'> = {
  name: 'failures',
  run(gateway) {
    const id = `no-such-job-${gateway.nonce()}`;
    return sendOffered(gateway, [
      ...allForms(gateway).flatMap((form) => (form.stream ? [] : failuresOf(gateway, form))),
      { operation: 'chat', body: { text: '{"model":', type: 'application/json' } },
      { operation: 'transcription', body: { json: { model: gateway.expect.transcriptionModel } } },
      { operation: 'video-read', id },
      { operation: 'video-cancel', id },
      { operation: 'video-read', id, credential: 'none' },
      unknownPath(gateway),
    ]);
  },
};

/** A missing key, a missing member, an unknown model; also models that fail, for chats and responses. */
function failuresOf(gateway: ProbeGateway, form: RequestForm): readonly ProbeRequest[] {
  const { failingModel, limitedModel } = gateway.expect;
  const request = (model?: string) => form.request(gateway.nonce(), model);
  const wrong = refusedDifferences(gateway, form);
  const failing = modelFor(failingModel, form.operation);
  return [
    { ...request(), credential: 'none' },
    ...[wrong.at(0), wrong.at(-1)].flatMap((each) => each?.of(request()) ?? []),
    ...(failing === null || form.operation === 'video-create' ? [] : [request(failing)]),
    ...(limitedModel === null || form.operation !== 'chat'
      ? []
      : [sentOnce(request(limitedModel))]),
  ];
}

export function unknownPath(gateway: ProbeGateway): ProbeRequest {
  return { operation: 'other', path: `/no/such/path/${gateway.nonce()}` };
}

/** What a gateway may refuse in a chat, by what is wrong with it. */
const WRONG_IN_CHAT: Readonly<Record<string, string>> = {
  'a missing field': 'messages absent',
  'a field of the wrong type': 'temperature = "hot"',
  'a value out of range': 'temperature = 99',
  'no messages': 'messages = []',
  'broken JSON': 'truncated JSON',
  'JSON as text/plain': 'text/plain',
  'no key': 'no key',
  'a key that was never issued': 'a key that was never issued',
  'another scheme than Bearer': 'another scheme than Bearer',
};

/** One request of each kind that a gateway may refuse, labelled by what is wrong with it. */
export const refusals: Probe<'series'> = {
  name: 'refusals',
  run(gateway) {
    const requests = [
      ...bodyForms(gateway, 'chat').flatMap((form) => wrongChats(gateway, form)),
      ...wrongElsewhere(gateway),
    ];
    const known = requests.filter(({ request }) => gateway.offers(request.operation));
    return sequentially(known, async ({ label, request }) => ({
      label,
      exchanges: [await gateway.send(request)],
    }));
  },
};

function wrongChats(gateway: ProbeGateway, form: RequestForm): readonly LabelledRequest[] {
  const chat = () => form.request(gateway.nonce());
  const members = memberDifferences(gateway.expect, form);
  const known: readonly Difference[] = [...members, ...BROKEN_BODIES, ...MEDIA_TYPES, ...STRANGERS];
  const byName = new Map(known.map((difference) => [difference.name, difference]));
  const turn = { role: 'wizard', content: 'Say hello.' };
  return [
    ...Object.entries(WRONG_IN_CHAT).map(([label, name]) => {
      const plain = chat();
      return { label, request: byName.get(name)?.of(plain) ?? plain };
    }),
    { label: UNKNOWN_MODEL, request: ofUnknownModel(form, gateway.nonce()).of(chat()) },
    { label: 'an unknown role', request: withMembers(chat(), { messages: [turn] }) },
    { label: 'an unknown field', request: withMembers(chat(), { x_assay: true }) },
    { label: 'no body', request: { operation: 'chat' } },
  ];
}

function wrongElsewhere(gateway: ProbeGateway): readonly LabelledRequest[] {
  const id = `no-such-job-${gateway.nonce()}`;
  const formsWithoutFile = bodyForms(gateway, 'transcription').flatMap((form) =>
    memberDifferences(gateway.expect, form)
      .filter(is('file absent'))
      .map(({ of }) => ({ label: 'a form without a file', request: of(form.request('')) })),
  );
  return [
    ...formsWithoutFile,
    { label: 'a read of an unknown job', request: read(id) },
    { label: 'a cancel of an unknown job', request: cancel(id) },
    { label: 'an unknown path', request: unknownPath(gateway) },
    {
      label: 'a wrong method',
      request: { operation: 'other', method: 'GET', path: OPERATIONS.chat.path },
    },
  ];
}
