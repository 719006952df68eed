import { ownTexts } from '../../../answers/failures/own-texts.ts';
import { refusalOf } from '../../../answers/refusal.ts';
import { waitOf } from '../../../answers/retry-after.ts';
import { BILLABLE, RELAYED } from '../../../contract/operations.ts';
import { type Exchange, type Headers, header, isSuccess } from '../../../exchange/exchange.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { relayRule } from '../../declare.ts';
import type { Relay } from '../../evidence.ts';
import { needAttempts, needRefusedUpstream } from '../../findings/attempts.ts';
import { showsFailure } from '../../findings/reported-failure.ts';
import { callCount, isServed, needCalls, requestsText } from '../../findings/upstream-calls.ts';
import { unreachableUpstream } from '../../probes/relay/connections.ts';
import {
  BAD_ANSWERS,
  badUpstream,
  failingUpstream,
  limitedUpstream,
  repeatedFailures,
  silentUpstream,
} from '../../probes/relay/failures.ts';
import { errorsUpstream } from '../../probes/relay/streams.ts';
import { keptStatus, shownFailure } from '../../rows/relays.ts';
import { appliesTo, need } from '../../rule.ts';

export const relay429Stays429 = keptStatus('relay-429-stays-429', {
  level: 'must',
  assumed: 'RFC 6585 §4',
  statement: 'A 429 of the upstream reaches the caller as 429.',
  harm: 'Clients wait after 429, and only then. With another status they try again at once, or give up.',
  provenBy: 'relay-429-as-500',
  operations: RELAYED,
  probe: failingUpstream,
  of: (upstream) => upstream === 429,
  allows: (status) => status === 429,
  expected: () => '429',
  legal: [[429, 429]],
  illegal: [[429, 500]],
  others: [503],
});

export const relay5xxStaysError = keptStatus('relay-5xx-stays-error', {
  level: 'must',
  assumed: 'RFC 9110 §15.6',
  statement: 'If the upstream still returns 5xx after any retries, the caller gets 5xx.',
  harm: 'A failure that looks like an answer is shown to a user, stored and billed.',
  provenBy: 'relay-500-as-200',
  operations: RELAYED,
  probe: failingUpstream,
  of: isServerError,
  allows: isServerError,
  expected: (upstream) => `a 5xx status for ${upstream} of the upstream`,
  legal: [
    [500, 502],
    [529, 529],
    [503, 599],
  ],
  illegal: [
    [500, 200],
    [503, 429],
    [503, 600],
  ],
  others: [400, 600],
});

export const relayUpstream401Masked = keptStatus('relay-upstream-401-masked', {
  level: 'should',
  assumed: 'RFC 9110 §15.5.2: 401 is about the credentials of the request',
  statement: 'A 401 or 403 of the upstream is not a 401 for the caller, whose key is valid.',
  harm: 'A 401 is about the key of the caller: its owner replaces a valid key, and the cause remains.',
  provenBy: 'relay-pass-401',
  operations: RELAYED,
  probe: failingUpstream,
  of: (upstream) => upstream === 401 || upstream === 403,
  allows: (status) => status !== 401,
  expected: (upstream) => `another status than 401 for ${upstream} of the upstream`,
  legal: [
    [401, 502],
    [403, 403],
  ],
  illegal: [
    [401, 401],
    [403, 401],
  ],
  others: [400],
});

function isServerError(status: number): boolean {
  return status >= 500 && status < 600;
}

/** Those that the caller can correct. */
const MEANT = [400, 404, 413, 422];

export const relay4xxStays4xx = relayRule('relay-4xx-stays-4xx', {
  level: 'should',
  assumed: 'OpenAI, error codes',
  statement:
    'A 400, 404, 413 or 422 of the upstream reaches the caller as 4xx, with the message of the upstream.',
  harm: 'A caller that gets 500 for its own mistake retries without success, and does not correct the request.',
  provenBy: 'relay-400-as-500',
  operations: BILLABLE,
  probe: failingUpstream,
  *judge(relay) {
    const meant = needRefusedUpstream(relay, (status) => MEANT.includes(status));
    const { exchange, status, upstream } = meant;
    if (status < 400 || status > 499) {
      yield { expected: `a 4xx status for ${upstream} of the upstream`, actual: status, exchange };
      return;
    }
    // The message of the upstream begins with the nonce of the request.
    const { message } = refusalOf(exchange);
    const [nonce] = relay.upstream[0]?.nonces ?? [];
    if (nonce === undefined || noncesIn(message).has(nonce)) return;
    yield {
      expected: 'the message of the upstream',
      actual: message,
      where: 'error.message',
      exchange,
    };
  },
});

/** A date, and the wait that is left of it, are each cut to whole seconds. */
const ROUNDED_MS = 2000;

export const relayRetryAfterKept = relayRule('relay-retry-after-kept', {
  level: 'should',
  assumed: 'RFC 9110 §10.2.3; RFC 6585 §4',
  statement:
    'The Retry-After of an upstream 429 or 503 reaches the caller, and is not shorter there.',
  harm: 'Callers that do not know how long the provider is overloaded retry immediately, and keep it overloaded.',
  provenBy: 'relay-drop-retry-after',
  operations: RELAYED,
  probe: limitedUpstream,
  *judge(relay) {
    const { exchange, status } = needRefusedUpstream(relay, isLimit);
    need(status >= 400, 'a failure of the gateway');
    const call = needAttempts(relay).at(-1);
    const said = header(call?.answer.headers ?? [], 'retry-after') ?? '';
    const nowMs = dateOf(call?.answer.headers);
    const saidMs = nowMs === undefined ? undefined : waitOf(said, nowMs);
    need(call && nowMs !== undefined && saidMs !== undefined, 'a Retry-After and a Date upstream');
    const given = header(exchange.answer?.headers ?? [], 'retry-after') ?? '';
    const waitMs = callersWaitMs(given, exchange, { endMs: call.endMs, nowMs });
    if (waitMs >= saidMs - ROUNDED_MS) return;
    const expected = `a wait of at least ${seconds(saidMs)}`;
    const actual = given === '' ? 'absent' : given;
    yield { expected, actual, where: 'retry-after', exchange };
  },
});

function isLimit(status: number): boolean {
  return status === 429 || status === 503;
}

/**
 * What the caller has to wait since the answer of the upstream, by the clock of the gateway or of the
 * upstream, in ms; not a number without a readable Retry-After.
 */
function callersWaitMs(
  given: string,
  { answer, timing }: Exchange,
  upstream: { readonly endMs: number; readonly nowMs: number },
): number {
  const clocks = [upstream.nowMs, dateOf(answer?.headers) ?? upstream.nowMs];
  const waits = clocks.map((nowMs) => waitOf(given, nowMs) ?? Number.NaN);
  return Math.max(...waits) + Math.max(0, timing.endMs - upstream.endMs);
}

function dateOf(headers: Headers = []): number | undefined {
  const at = Date.parse(header(headers, 'date') ?? '');
  return Number.isNaN(at) ? undefined : at;
}

function seconds(ms: number): string {
  return `${Math.floor(ms / 1000)} s`;
}

export const relayBadAnswer = shownFailure('relay-bad-answer', {
  level: 'must',
  assumed: 'RFC 9110 §15.6.3',
  statement:
    'Malformed JSON, an HTML page or an empty body from the upstream is an error for the caller.',
  harm: 'A client that gets a page of HTML with 200 fails far from the cause.',
  provenBy: 'relay-pass-garbage',
  operations: RELAYED,
  probe: badUpstream,
  failures: BAD_ANSWERS,
});

export const relayErrorInStream = shownFailure('relay-error-in-stream', {
  level: 'must',
  assumed: 'OpenAI, errors within a stream',
  statement: 'An error event of the upstream reaches the caller as an error.',
  harm: 'Half an answer that ends without an error hides that the model failed.',
  provenBy: 'relay-swallow-event-error',
  operations: ['chat', 'responses'],
  probe: errorsUpstream,
  failures: ['error-event'],
});

const UNREACHABLE = [502, 503, 504];

export const relayUnreachable = relayRule('relay-unreachable', {
  level: 'must',
  assumed: 'RFC 9110 §15.6.3, §15.6.4, §15.6.5',
  statement: 'If the upstream refuses connections, the caller gets 502, 503 or 504 in time.',
  harm: 'A caller that waits for an answer that cannot come blocks its own callers, and does not try another gateway.',
  provenBy: 'relay-hang-on-refused',
  operations: RELAYED,
  settings: ['answerDeadlineMs'],
  measuresTime: true,
  probe: unreachableUpstream,
  *judge({ exchanges: [exchange], upstream, open }, expect) {
    need(exchange && upstream.length + open === 0, 'an upstream that refuses connections');
    need(showsFailure(exchange), 'a failure: the answer came from elsewhere');
    const { outcome, answer } = exchange;
    if (answer !== undefined && UNREACHABLE.includes(answer.status)) return;
    yield {
      expected: `502, 503 or 504 within ${expect.answerDeadlineMs} ms`,
      actual: answer?.status ?? `no answer (${outcome})`,
      exchange,
    };
  },
});

/** What a gateway returns that gave up: RFC 9110 §15.5.9, §15.6.3 to §15.6.5. */
const GIVES_UP: readonly number[] = [408, 502, 503, 504];

export const relaySilentDeadline = relayRule('relay-silent-deadline', {
  level: 'should',
  assumed: 'RFC 9110 §15.6.5, 504 (Gateway Timeout)',
  statement:
    'If the upstream never answers, the caller gets 504, 408, 502 or 503 before the deadline of the profile, after a limited number of attempts.',
  harm: 'Callers wait forever, and do not free what they hold for the request.',
  provenBy: 'relay-wait-for-ever',
  operations: ['chat', 'responses'],
  settings: ['upstreamAttempts', 'upstreamDeadlineMs'],
  measuresTime: true,
  probe: silentUpstream,
  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const count = callCount(relay);
    need(exchange && count > 0, 'an upstream request with the nonce of the prompt');
    const { answer, outcome, timing } = exchange;
    const expected = `504, 408, 502 or 503 within ${expect.upstreamDeadlineMs} ms`;
    const tookMs = timing.endMs - timing.sendMs;
    if (outcome === 'aborted' || outcome === 'timed-out') {
      yield { expected, actual: `no end after ${tookMs.toFixed(0)} ms`, exchange };
    } else if (tookMs > expect.upstreamDeadlineMs) {
      yield { expected, actual: `an end after ${tookMs.toFixed(0)} ms`, exchange };
    } else if (answer === undefined) {
      yield { expected, actual: 'no answer', exchange };
    } else if (isSuccess(answer) ? !showsFailure(exchange) : !GIVES_UP.includes(answer.status)) {
      yield { expected, actual: `status ${answer.status}`, exchange };
    }
    if (count <= expect.upstreamAttempts) return;
    yield {
      expected: `at most ${requestsText(expect.upstreamAttempts)}`,
      actual: requestsText(count),
      exchange,
    };
  },
});

export const relayFailureNotKept = relayRule('relay-failure-not-kept', {
  level: 'must',
  assumed:
    'RFC 9110 §9.3.3: the answer to a POST is kept only with explicit freshness; RFC 9111 §3',
  statement:
    'If a caller repeats a request that failed upstream, the gateway sends it upstream again while the upstream answers other requests.',
  harm: 'A provider that fails for a second is down for a caller for as long as the gateway keeps the failure.',
  provenBy: 'relay-keep-failures',
  operations: BILLABLE,
  probe: repeatedFailures,
  *judge(relay) {
    const [failed, other, again] = relay.exchanges;
    need(failed?.answer && !isSuccess(failed.answer), 'an error for a failure of the upstream');
    // A gateway may spare a provider that fails, for all callers.
    need(isSuccess(other?.answer), 'a 2xx answer to another request meanwhile');
    need(again?.answer, 'an answer to the repeated request');
    const calls = needCalls(relay);
    if (isSuccess(again.answer) || calls.some(isServed)) return;
    yield {
      expected: 'an upstream request that succeeds',
      actual: `status ${again.answer.status}, and ${requestsText(calls.length)} in all, which failed`,
      exchange: again,
    };
  },
});

export const relayNoInternals = relayRule('relay-no-internals', {
  level: 'must',
  assumed: 'OWASP API Security Top 10 2023, API8; CWE-209',
  statement: 'A failure does not show the address of the upstream.',
  harm: 'An attacker learns which machine or which provider is behind the gateway, and calls it directly.',
  provenBy: 'relay-leak-address',
  operations: RELAYED,
  alsoFrom: ['every probe'],
  probe: unreachableUpstream,
  *judge(relay) {
    const failed = relay.exchanges.filter(
      (exchange) => exchange.answer !== undefined && showsFailure(exchange),
    );
    appliesTo(failed.length > 0, 'a failure with an answer');
    const addresses = addressesOf(relay);
    need(addresses.length > 0, 'the address of the upstream');
    for (const exchange of failed) {
      for (const [where, text] of ownTexts(exchange)) {
        const shown = addresses.find((address) => patternOf(address).test(text));
        if (shown === undefined) continue;
        yield { expected: 'no address of the upstream', actual: shown.host, where, exchange };
        return;
      }
    }
  },
});

/** Where the upstream listens, and as what the gateway knows it; not the gateway's own address. */
function addressesOf({ address, upstream, exchanges }: Relay): readonly URL[] {
  const own = exchanges.map(({ request }) => new URL(request.url).host);
  const given = [address, ...upstream.map(({ request }) => header(request.headers, 'host'))];
  const hosts = new Set(given.flatMap((host) => host ?? []));
  return [...hosts]
    .flatMap((host) => URL.parse(`http://${host}`) ?? [])
    .filter(({ host }) => !own.includes(host));
}

/** Finds `host:port`, and both apart, such as `('host', port)`; without a port only within a URL. */
function patternOf({ hostname, port }: URL): RegExp {
  const host = hostname.replaceAll(/[^\w-]/g, String.raw`\$&`);
  return port === ''
    ? new RegExp(String.raw`[/@]${host}(?![\w-]|\.\w)`, 'i')
    : new RegExp(String.raw`(?<![\w.-])${host}\W{1,8}(?:port\W{1,5})?${port}(?!\d)`, 'i');
}
