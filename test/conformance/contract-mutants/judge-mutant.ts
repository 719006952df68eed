import type { Series } from '../../../src/conformance/evidence.ts';
import type { ProbeGateway } from '../../../src/conformance/gateway.ts';
import type { Finding, Probe, Rule } from '../../../src/conformance/rule.ts';
import { exchangesOf } from '../../../src/conformance/run/absent-operations.ts';
import { type RuleOutcome, runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { type Exchange, header } from '../../../src/exchange/exchange.ts';
import { EXPECT, PROFILE } from '../../support/judge-reference.ts';
import { type Tape, withProbe } from './tape.ts';

/** A finding with the rule that has it. */
export interface RuleFinding {
  readonly rule: Rule;
  readonly finding: Finding;
}

/**
 * The findings in a gateway whose answers in these exchanges were different. Nothing is sent: each
 * probe returns what it recorded from the clean gateway, with the changes. Unchanged exchanges are
 * omitted where possible, as nothing is found in them.
 */
export async function judgeChanged(
  tape: Tape,
  changes: ReadonlyMap<Exchange, Exchange>,
): Promise<readonly RuleFinding[]> {
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
  return findingsIn(outcomes);
}

/** The findings that a run keeps. */
export function findingsIn(outcomes: readonly RuleOutcome[]): readonly RuleFinding[] {
  return outcomes.flatMap(({ rule, tally }) =>
    [...tally.byOperation.values()].flatMap(({ examples }) =>
      examples.map(({ finding }) => ({ rule, finding })),
    ),
  );
}

const SILENCE: Probe = { name: 'silence', run: async () => [] };

/** A probe that returns the recorded exchanges of another probe, with the changes. */
class Replay {
  readonly name: string;
  /** Evidence for the rules of other probes; includes unchanged exchanges that belong to a group. */
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
  effort: 'thorough',
  run: {},
  hasSecondKey: false,
  offers: () => true,
  nonce: () => '',
  send,
  control: send,
  together: send,
  inOrder: send,
  ledger: undefined,
  upstream: { isPresent: false, address: '', conceal: () => {}, script: send, seen: send },
  sleep: send,
};
