import { header } from '../../../exchange/exchange.ts';
import type { UpstreamFailure, UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { allForms, type RequestForm, textForms } from '../../requests/forms.ts';
import { sentOnce } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { fewer } from '../trials.ts';
import { type JobCase, trialsOfAJob } from './jobs.ts';
import { type Case, type MarkedSeries, relayed, scripted } from './relayed.ts';

/** What a provider answers when it refuses, is overloaded or fails. */
const STATUSES = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 504, 529];
const FEW = [400, 401, 429, 500, 503];
/** Providers send it; without it, a gateway that passes the 429 on would have none. */
const WAIT = [['retry-after', '1']] as const;
const RESETTING: Case = {
  label: 'upstream reset',
  steps: { name: 'reset', fail: { kind: 'reset-before-headers' } },
};

/** Requests for which the upstream returns the same failure to every attempt. */
export const failingUpstream = scripted({
  name: 'failures-of-the-upstream',
  modest: '5 kinds of failure instead of 13',
  forms: allForms,
  cases: (gateway) => [
    ...statusesIn(gateway).map(failing).map(ofRequest),
    ...(gateway.effort === 'modest' ? [] : [RESETTING]),
  ],
  expects: 'once',
  beside: (gateway) => trialsOfAJob(gateway, statusesIn(gateway).filter(isOfProvider).map(failing)),
});

function statusesIn({ effort }: ProbeGateway): readonly number[] {
  return effort === 'modest' ? FEW : STATUSES;
}

/** Whether it says nothing of the job, which a gateway may know better. */
function isOfProvider(status: number): boolean {
  return [401, 403, 429].includes(status) || status >= 500;
}

function failing(status: number): JobCase {
  const headers = status === 429 ? WAIT : [];
  return { label: `upstream ${status}`, step: { name: `status ${status}`, status, headers } };
}

function ofRequest({ label, step }: JobCase): Case {
  return { label, steps: step };
}

/** Longer than common clients wait before they try again: a gateway that uses one does not wait. */
const WAIT_SECONDS = 120;
const LIMITS = [
  { status: 429, asDate: false },
  { status: 503, asDate: true },
  { status: 429, asDate: true },
  { status: 503, asDate: false },
] as const;
/** Each status, and each spelling. */
const FEW_LIMITS = 2;

/** Requests that the upstream limits, and for which it says how long to wait: in seconds, or as a date. */
export const limitedUpstream = scripted({
  name: 'waits-that-the-upstream-asks-for',
  modest: '2 waits instead of 4',
  forms: allForms,
  cases: (gateway, { operation }) => {
    const isText = operation === 'chat' || operation === 'responses';
    const waits = limits().map(ofRequest);
    return isText ? fewer(gateway, waits, FEW_LIMITS) : waits.slice(0, FEW_LIMITS);
  },
  expects: 'once',
  beside: (gateway) => trialsOfAJob(gateway, limits().slice(0, FEW_LIMITS)),
});

/** With the time of the upstream's clock, from which a wait can be read. */
function limits(): readonly JobCase[] {
  const nowMs = Date.now();
  const until = new Date(nowMs + WAIT_SECONDS * 1000).toUTCString();
  return LIMITS.map(({ status, asDate }) => {
    const name = `${status} with ${asDate ? 'a date' : 'seconds'}`;
    const headers = [
      ['date', new Date(nowMs).toUTCString()],
      ['retry-after', asDate ? until : String(WAIT_SECONDS)],
    ] as const;
    return { label: name, step: { name, status, headers } };
  });
}

/** Answers that are not of the interface: malformed JSON, a page, an empty body. */
export const BAD_ANSWERS: readonly UpstreamFailure[] = ['malformed-json', 'html', 'empty'];
const BAD_CASES = BAD_ANSWERS.map((kind) => ({
  label: kind,
  step: { name: kind, fail: { kind } },
}));

/** `BAD_ANSWERS` in each form, and for reads and cancels of a job. */
export const badUpstream = scripted({
  name: 'bad-answers-of-the-upstream',
  modest: 'a video job that other probes use too',
  forms: allForms,
  cases: BAD_CASES.map(ofRequest),
  expects: 'once',
  beside: (gateway) => trialsOfAJob(gateway, BAD_CASES),
});

const KEY_REFUSALS = [400, 401, 500].map((status) =>
  echoing({ name: `status ${status} with the key`, status }),
);
const KEY_EVENT = echoing({
  name: 'error event with the key',
  fail: { kind: 'error-event', afterTokens: 2 },
});

/** Requests that the upstream refuses, with the key of the gateway in the message and in a header. */
export const echoingUpstream = scripted({
  name: 'upstream-that-repeats-the-key',
  forms: allForms,
  cases: (_, { stream }) => (stream ? [...KEY_REFUSALS, KEY_EVENT] : KEY_REFUSALS),
  expects: 'once',
});

function echoing(step: UpstreamStep & { readonly name: string }): Case {
  const begins = step.status === undefined && { mayBeCharged: true as const };
  return { label: step.name, steps: { ...step, echoKey: true }, ...begins };
}

/** An answer that is late by less is a finding with its time. */
const WATCHED_MS = 1000;
/** The caller disconnects before. */
const NEVER_MS = 1000;

/** Chats and responses, in both forms, that the upstream never answers. */
export const silentUpstream = scripted({
  name: 'silence-of-the-upstream',
  modest: '1 chat instead of every form',
  forms: (gateway) => fewer(gateway, textForms(gateway), 1),
  cases: ({ expect: { upstreamDeadlineMs } }) => {
    const disconnectAfterMs = upstreamDeadlineMs + WATCHED_MS;
    const deadlineMs = disconnectAfterMs + NEVER_MS;
    return [
      {
        label: 'silence',
        steps: { fail: { kind: 'silence' } },
        ask: (request) => ({ ...request, disconnectAfterMs, deadlineMs }),
      },
    ];
  },
  expects: 'once',
  withinMs: ({ upstreamDisconnectMs }) => upstreamDisconnectMs,
});

const FAILS: UpstreamStep = { name: 'status 500', status: 500 };
/** Without Retry-After, a gateway that passes the 429 on would have none. It may be sent again at once. */
const LIMITED: UpstreamStep = {
  name: 'status 429',
  status: 429,
  headers: [['retry-after', '0']],
};
const FEW_REPEATED = 1;

/**
 * A request that the upstream fails, another one that it answers, and the first one again, which it
 * would answer now. One case after the other: no other failure comes between.
 */
export const repeatedFailures = scripted({
  name: 'failures-and-the-same-request-again',
  alone: true,
  inTurn: true,
  modest: '1 request that fails instead of 11',
  forms: (gateway) => fewer(gateway, allForms(gateway), FEW_REPEATED),
  cases: ({ effort }, { operation }) => {
    const isText = operation === 'chat' || operation === 'responses';
    const steps = isText && effort !== 'modest' ? [FAILS, LIMITED] : [FAILS];
    return steps.map((step) => ({ label: `${step.name}`, steps: step }));
  },
  expects: 'once',
  async send(gateway, { request, nonce, form }) {
    const failed = await gateway.send(request);
    await gateway.upstream.script(nonce, []);
    const other = await gateway.send(
      sentOnce({ ...form.request(gateway.nonce()), mayBeCharged: true }),
    );
    return [failed, other, await gateway.send({ ...request, mayBeCharged: true })];
  },
});

/**
 * Requests that the upstream redirects to another origin with 307: to another port, and to another host
 * where this machine has one. Then with 302.
 */
export const redirectingUpstream: Probe<'relay'> = {
  name: 'redirects-of-the-upstream',
  async run(gateway) {
    const sent = await Promise.all(allForms(gateway).map((form) => redirected(gateway, form)));
    return relayed(gateway, sent.flat());
  },
};

async function redirected(
  gateway: ProbeGateway,
  form: RequestForm,
): Promise<readonly MarkedSeries[]> {
  const toPort = await sendOne(gateway, form, { status: 307, fail: { kind: 'redirect' } });
  const toHost = await sendOne(gateway, form, { status: 307, fail: { kind: 'redirect-host' } });
  const [near, far] = await Promise.all([targetOf(gateway, toPort), targetOf(gateway, toHost)]);
  if (near === undefined || far === undefined) return [toPort, toHost];
  const place = near.hostname === far.hostname ? 'another port' : 'another host';
  // Many clients follow 302 with GET: only the address then identifies the request.
  const nonce = gateway.nonce();
  far.searchParams.set('of', nonce);
  const step = {
    status: 302,
    headers: [['location', far.href]],
    fail: { kind: 'redirect' },
  } as const;
  const changed = await sendOne(gateway, form, step, nonce);
  return [to(toPort, 'another port'), to(toHost, place), to(changed, place)];
}

/** Where a request was redirected to. */
async function targetOf(gateway: ProbeGateway, { nonce }: MarkedSeries): Promise<URL | undefined> {
  const { exchanges } = await gateway.upstream.seen(nonce);
  const [location] = exchanges.flatMap(({ answer }) => header(answer.headers, 'location') ?? []);
  return location === undefined ? undefined : new URL(location);
}

function to(sent: MarkedSeries, place: string): MarkedSeries {
  return { ...sent, label: `${sent.label} to ${place}` };
}

/** A request that is redirected, and succeeds where the redirect is followed. */
async function sendOne(
  gateway: ProbeGateway,
  form: RequestForm,
  step: UpstreamStep,
  nonce = gateway.nonce(),
): Promise<MarkedSeries> {
  const name = `status ${step.status}`;
  await gateway.upstream.script(nonce, [{ ...step, name }, {}]);
  const exchange = await gateway.send(sentOnce(form.request(nonce)));
  return { label: `${form.name}, ${name}`, nonce, exchanges: [exchange] };
}
