import { narrow } from '../../../src/answers/narrow.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Series } from '../../../src/conformance/evidence.ts';
import { shortResponseStream } from '../../../src/conformance/probes/answers.ts';
import type { Probe, Rule } from '../../../src/conformance/rule.ts';
import { type Exchange, header } from '../../../src/exchange/exchange.ts';
import { altered } from '../../support/altered-gateway.ts';
import { judgeReference } from '../../support/judge-reference.ts';

/** All that the probes of all rules gathered from the clean reference gateway. */
export interface Tape {
  readonly rules: readonly Rule[];
  /** What each probe returned. */
  readonly gathered: ReadonlyMap<Probe, readonly (Exchange | Series)[]>;
  /** All that each probe sent, in the order of its answers. */
  readonly sent: ReadonlyMap<Probe, readonly Exchange[]>;
  /** All of them. */
  readonly exchanges: readonly Exchange[];
  /** Those that repeat the result of an earlier exchange with the same Idempotency-Key. */
  readonly replays: ReadonlySet<Exchange>;
}

/** Variants that make more of the contract travel, with the probes that show it. */
const MORE: readonly (readonly [variant: string, probe: Probe])[] = [
  ['responses-queued', shortResponseStream],
  ['responses-incomplete', shortResponseStream],
];

/** Runs every probe once against the clean reference gateway, and a few against legal variants. */
export async function recordTape(): Promise<Tape> {
  const rules = CATALOGUE.map(({ rule }) => rule);
  const recorder = new Recorder();
  await recorder.record(rules);
  for (const [variant, probe] of MORE) {
    const concerned = rules.filter((rule) => rule.probe === probe);
    await recorder.record(concerned, [variant]);
  }
  const exchanges = [...new Set([...recorder.sent.values()].flat())];
  return { rules, ...recorder, exchanges, replays: replaysAmong(exchanges) };
}

class Recorder {
  readonly gathered = new Map<Probe, (Exchange | Series)[]>();
  readonly sent = new Map<Probe, Exchange[]>();

  async record(rules: readonly Rule[], variants: readonly string[] = []): Promise<void> {
    const probes = [...new Set(rules.map(({ probe }) => probe))];
    const recording = new Map(probes.map((probe) => [probe, this.#recording(probe)]));
    await judgeReference(
      rules.map((rule) => withProbe(rule, recording)),
      { variants, raceRounds: 1 },
    );
  }

  #recording(probe: Probe): Probe {
    return {
      ...probe,
      run: async (gateway) => {
        const sent = this.sent.get(probe) ?? [];
        this.sent.set(probe, sent);
        const pieces = await probe.run(
          altered(gateway, (_, exchange) => {
            sent.push(exchange);
            return exchange;
          }),
        );
        this.gathered.set(probe, [...(this.gathered.get(probe) ?? []), ...pieces]);
        return pieces;
      },
    };
  }
}

/** The rule with the probe that stands in for its own. */
export function withProbe(
  rule: Rule,
  probes: ReadonlyMap<Probe, Probe>,
  otherwise: Probe = rule.probe,
): Rule {
  return { ...rule, probe: probes.get(rule.probe) ?? otherwise };
}

function replaysAmong(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const results = exchanges.filter(
    (exchange) => keyOf(exchange) !== undefined && narrow('reply', exchange),
  );
  const byKey = Map.groupBy(
    results.toSorted((one, other) => one.timing.sendMs - other.timing.sendMs),
    (exchange) => `${exchange.operation} ${exchange.request.credential} ${keyOf(exchange)}`,
  );
  return new Set([...byKey.values()].flatMap((group) => group.slice(1)));
}

function keyOf({ request }: Exchange): string | undefined {
  return header(request.headers, 'idempotency-key');
}
