import { waitOf } from '../../../answers/retry-after.ts';
import { RELAYED } from '../../../contract/operations.ts';
import { type Exchange, type Headers, header } from '../../../exchange/exchange.ts';
import { needAttempts } from '../../findings/upstream/attempts.ts';
import { needRefusedUpstream } from '../../findings/upstream-failure.ts';
import { limitedUpstream } from '../../probes/relay/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A date, and the wait that is left of it, are each cut to whole seconds. */
const ROUNDED_MS = 2000;

/**
 * Callers that do not know how long the provider is overloaded retry immediately, and keep it
 * overloaded.
 */
export const relayRetryAfterKept: JudgeRule<'relay'> = {
  id: 'relay-retry-after-kept',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §10.2.3; RFC 6585 §4',
  statement:
    'The Retry-After of an upstream 429 or 503 reaches the caller, and is not shorter there.',
  provenBy: 'relay-drop-retry-after',
  evidence: 'relay',
  operations: RELAYED,
  needs: ['upstream'],
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
};

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
