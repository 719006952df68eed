import type { Series } from '../../../src/conformance/evidence.ts';
import type { ProbeGateway } from '../../../src/conformance/gateway.ts';
import type { Finding, Probe, Rule } from '../../../src/conformance/rule.ts';
import { exchangesOf } from '../../../src/conformance/run/absent-operations.ts';
import { type RuleOutcome, runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { type Exchange, header } from '../../../src/exchange/exchange.ts';
import { EXPECT, PROFILE } from '../../support/judge-reference.ts';
import { type Tape, withProbe } from './tape.ts';

/** A finding with the rule that has it. */
export interface Told {
  readonly rule: Rule;
  readonly finding: Finding;
}

/**
 * What the rules say of a gateway that answered otherwise in these exchanges. Nothing is sent: each
 * probe brings home what it did from the clean gateway, with the changes. What has no change is
 * left out where it can be, for nothing is found in it.
 */
export async function judgeChanged(
  tape: Tape,
  changes: ReadonlyMap<Exchange, Exchange>,
): Promise<readonly Told[]> {
  const touched = [...tape.sent.keys()].filter((probe) =>
    tape.sent.get(probe)?.some((exchange) => changes.has(exchange)),
  );
  const replays = new Map(touched.map((probe) => [probe, new Replay(tape, probe, changes)]));
  const operations = new Set([...changes.keys()].map(({ operation }) => operation));
  const concerned = tape.rules.filter(
    (rule) => replays.has(rule.probe) || rule.operations.some((each) => operations.has(each)),
  );
  const { outcomes, failures } = await runConformance({
    rules: concerned.map((rule) => withProbe(rule, replays, SILENCE)),
    profile: PROFILE,
    capabilities: { secondKey: true },
    target: {
      gatewayFor(probe, onExchange) {
        if (probe instanceof Replay) for (const exchange of probe.sent) onExchange(exchange);
        return NO_GATEWAY;
      },
      targetIsGone: () => false,
      checkTargetAfter: async () => {},
      recheckTarget: async () => {},
      room: async () => {},
      release: () => {},
    },
    signal: new AbortController().signal,
  });
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return toldBy(outcomes);
}

/** The findings that a run keeps. */
export function toldBy(outcomes: readonly RuleOutcome[]): readonly Told[] {
  return outcomes.flatMap(({ rule, tally }) =>
    [...tally.byOperation.values()].flatMap(({ examples }) =>
      examples.map(({ finding }) => ({ rule, finding })),
    ),
  );
}

const SILENCE: Probe = { name: 'silence', run: async () => [] };

/** A probe that brings home what was recorded of another one, with the changes. */
class Replay {
  readonly name: string;
  /** What may settle the rules of other probes: also what has no change, where it is one of a group. */
  readonly sent: readonly Exchange[];
  readonly #pieces: readonly (Exchange | Series)[];

  constructor(tape: Tape, probe: Probe, changes: ReadonlyMap<Exchange, Exchange>) {
    this.name = probe.name;
    const changed = (exchange: Exchange) => changes.get(exchange) ?? exchange;
    this.sent = (tape.sent.get(probe) ?? [])
      .filter((exchange) => changes.has(exchange) || isOfGroup(exchange))
      .map(changed);
    this.#pieces = (tape.gathered.get(probe) ?? [])
      .filter((piece) => exchangesOf(piece).some((exchange) => changes.has(exchange)))
      .map((piece) =>
        'exchanges' in piece
          ? { ...piece, exchanges: piece.exchanges.map(changed) }
          : changed(piece),
      );
  }

  run = async (): Promise<readonly (Exchange | Series)[]> => this.#pieces;
}

function isOfGroup({ operation, request }: Exchange): boolean {
  return operation.startsWith('video-') || header(request.headers, 'idempotency-key') !== undefined;
}

const send = () => Promise.reject(new Error('Nothing is sent while a tape is judged.'));

const NO_GATEWAY: ProbeGateway = {
  expect: EXPECT,
  offers: () => true,
  nonce: () => '',
  send,
  together: send,
  inOrder: send,
  effects: send,
  sleep: send,
};
