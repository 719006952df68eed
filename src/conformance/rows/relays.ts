import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
import type { Claim } from '../declare.ts';
import type { Relay } from '../evidence.ts';
import type { SettingName } from '../expectations.ts';
import { needAttempts, needRefusedUpstream, needUpstreamState } from '../findings/attempts.ts';
import { showsFailure } from '../findings/reported-failure.ts';
import { unusualStreamFindings } from '../findings/unusual-stream.ts';
import { callsOf } from '../findings/upstream-calls.ts';
import { appliesTo, type Finding, type JudgeRule, need } from '../rule.ts';
import { type RowData, rowOf } from './row.ts';

type RelayFacts = Claim<'relay'>;
type RelayRow = JudgeRule<'relay'> & RowData;

function relayHead<Facts extends RelayFacts>(id: string, kind: string, facts: Facts) {
  return {
    ...rowOf<'relay', Facts>(id, kind, facts),
    evidence: 'relay',
    needs: ['upstream'],
  } as const;
}

/** The statuses of the upstream that a rule is about, and those that the caller may get. */
export interface KeptStatus {
  readonly of: (upstream: number) => boolean;
  readonly allows: (status: number) => boolean;
  readonly expected: (upstream: number) => string;
  /** A status of the upstream, and one for the caller. */
  readonly legal: readonly (readonly [upstream: number, caller: number])[];
  readonly illegal: readonly (readonly [upstream: number, caller: number])[];
  /** Statuses of the upstream that are for other rules. */
  readonly others: readonly number[];
}

/** What the upstream answers to every attempt reaches the caller as one of these statuses. */
export function keptStatus(id: string, facts: RelayFacts & KeptStatus): RelayRow & KeptStatus {
  const { of, allows, expected } = facts;
  return {
    ...relayHead(id, 'keptStatus', facts),
    *judge(relay) {
      const { exchange, status, upstream } = needRefusedUpstream(relay, of);
      if (!allows(status)) yield { expected: expected(upstream), actual: status, exchange };
    },
  };
}

/** A failure of the upstream that leaves nothing of which an answer could be made. */
interface ShownFailure {
  readonly failures: readonly UpstreamFailure[];
}

/** The caller learns of these failures of the upstream: by the status, an error event, or a broken stream. */
export function shownFailure(id: string, facts: RelayFacts & ShownFailure): RelayRow {
  return {
    ...relayHead(id, 'shownFailure', facts),
    *judge(relay) {
      const [exchange] = relay.exchanges;
      const given = needAttempts(relay).at(-1)?.failure;
      const failure = facts.failures.find((kind) => kind === given);
      appliesTo(exchange && failure, 'another answer of the upstream');
      if (showsFailure(exchange)) return;
      needUpstreamState(exchange);
      yield {
        expected: `an error for ${failure} of the upstream`,
        actual: `status ${exchange.answer?.status} without an error`,
        exchange,
      };
    },
  };
}

/** A stream that the upstream wrote in this unusual way reaches the caller whole. */
export function wholeStream(
  id: string,
  facts: RelayFacts & { readonly framing: UpstreamFailure },
): RelayRow {
  return {
    ...relayHead(id, 'wholeStream', facts),
    judge: (relay) => unusualStreamFindings(relay, facts.framing),
  };
}

/** When the upstream requests of a caller must be over. */
interface EndedWith {
  readonly within: Extract<SettingName, 'upstreamDisconnectMs' | 'upstreamReleaseMs'>;
  /** Only where the caller disconnects. */
  readonly afterDeparture?: true;
}

/** The upstream requests end in time after the request of their caller is over. */
export function endedWith(id: string, facts: RelayFacts & EndedWith): RelayRow {
  const { within, afterDeparture } = facts;
  return {
    ...relayHead(id, 'endedWith', facts),
    settings: [within],
    measuresTime: true,
    *judge(relay, expect) {
      const isLeft = relay.exchanges[0]?.outcome === 'aborted';
      if (afterDeparture) appliesTo(isLeft, 'a caller that disconnects');
      yield* lateEnd(relay, expect[within]);
    },
  };
}

/**
 * Upstream requests that went on after the request of their caller was over.
 * @param mostMs how long after that the last of them may end
 */
function* lateEnd(relay: Relay, mostMs: number): Iterable<Finding> {
  const [exchange] = relay.exchanges;
  const calls = callsOf(relay);
  need(calls.length + relay.open > 0, 'an upstream request with the nonce of the prompt');
  need(exchange, 'a request of a caller');
  const expected = `the upstream request ended within ${mostMs} ms`;
  if (relay.open > 0) {
    yield { expected, actual: 'it went on', exchange };
    return;
  }
  const lateMs = Math.max(...calls.map(({ endMs }) => endMs)) - exchange.timing.endMs;
  if (lateMs <= mostMs) return;
  yield { expected, actual: `it ended after ${lateMs.toFixed(0)} ms`, exchange };
}
