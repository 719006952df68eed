import { exclusionOf } from '../conformance/prerequisites.ts';
import type { Reading } from '../conformance/reading.ts';
import { billableCalls, type Rehearsal, rehearse, withhold } from '../conformance/rehearse.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { offeredWorkload } from '../load/offered-mix.ts';
import { requireUsableScenario } from '../load/usable-scenario.ts';
import { arrivalPhrase } from '../load/workload/arrival-sentence.ts';
import type { Workload } from '../load/workload.ts';
import { formatNumberOf, GAP } from '../report/figures.ts';
import { chooseReadingUnseen } from './choose-reading.ts';
import { readConfiguration } from './configuration.ts';
import { EXIT } from './exit-codes.ts';
import type { Parts } from './parts.ts';
import {
  type ConformOptions,
  type LoadOptions,
  overridesOf,
  type RunOptions,
} from './run-options.ts';
import { selectRules } from './select-rules.ts';

/** What one probe would send, as `--json` prints it. */
interface Planned {
  readonly probe: string;
  readonly rules: readonly string[];
  readonly requests: Readonly<Record<string, number>>;
  readonly billable: number;
  /** Why it would not run. */
  readonly withheld?: string;
}

interface Plan {
  readonly profile: string;
  readonly probes: readonly Planned[];
  /** Rules without a probe to run, with the reason. */
  readonly excluded: readonly { readonly rule: string; readonly reason: string }[];
  /** Of the probes that would run. */
  readonly requests: Readonly<Record<string, number>>;
  readonly billable: Readonly<Record<string, number>>;
  /** Arrivals of the load that would follow. */
  readonly arrivals?: number;
  /** How they come about. */
  readonly load?: string;
}

/**
 * Prints what would be sent, and sends nothing, not even to learn what the target is.
 * @throws UsageError
 */
export async function dryRun(
  parts: Parts,
  options: RunOptions & ConformOptions & LoadOptions,
): Promise<number> {
  const rules = selectRules(options).map(({ rule }) => rule);
  const configuration = await readConfiguration(options.config, overridesOf(options));
  if (parts.load) await requireUsableScenario(configuration.workload.scenario);
  const reading = await chooseReadingUnseen(configuration);
  const means = { secondKey: hasSecondKey(configuration.target) };
  const rehearsals = await rehearse(rules, reading, means);
  const withheld = withhold(rehearsals, options.budget ?? Number.POSITIVE_INFINITY);
  const running = rehearsals.filter(({ probe }) => !withheld.has(probe));
  const plan: Plan = {
    profile: reading.profile,
    probes: rehearsals.map((rehearsal) => planned(rehearsal, withheld.get(rehearsal.probe))),
    excluded: rules.flatMap((rule) => {
      const exclusion = exclusionOf(rule, reading, means);
      return exclusion === undefined ? [] : [{ rule: rule.id, reason: exclusion.reason }];
    }),
    requests: sum(running.map(({ requests }) => requests)),
    billable: sum(running.map(billableCalls)),
    ...(parts.load && loadOf(configuration.workload, reading)),
  };
  process.stdout.write(options.json ? `${JSON.stringify(plan, null, 2)}\n` : asText(plan));
  return EXIT.holds;
}

/** The bundled gateway has a key of another tenant; of another target the environment tells. */
function hasSecondKey(target: string): boolean {
  return !/^https?:/.test(target) || (process.env.ASSAY_API_KEY_2 ?? '') !== '';
}

/** How many arrivals a closed model or a trace has is not known before. */
function loadOf(asked: Workload, reading: Reading): Pick<Plan, 'arrivals' | 'load'> {
  const { workload } = offeredWorkload(asked, reading);
  const arrivals = Math.round((workload.arrivalsPerSecond * workload.durationMs) / 1000);
  return { load: arrivalPhrase(workload), ...(arrivals > 0 && { arrivals }) };
}

function planned(rehearsal: Rehearsal, withheld: string | undefined): Planned {
  return {
    probe: rehearsal.probe.name,
    rules: rehearsal.rules.map(({ id }) => id),
    requests: Object.fromEntries(rehearsal.requests),
    billable: total(sum([billableCalls(rehearsal)])),
    ...(withheld !== undefined && { withheld }),
  };
}

function sum(counts: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts.flatMap((each) => [...each])) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const order = [...Object.keys(OPERATIONS), 'other'];
  return Object.fromEntries(
    order.flatMap((name) => {
      const count = sums.get(name);
      return count === undefined ? [] : [[name, count] as const];
    }),
  );
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

function about(arrivals: number | undefined): string {
  return arrivals === undefined ? '' : `, about ${arrivals} arrivals`;
}

function asText({ profile, probes, excluded, requests, billable, arrivals, load }: Plan): string {
  const ruleCount = probes.reduce((all, { rules }) => all + rules.length, 0);
  return [
    `Dry run: nothing is sent. ${formatNumberOf(ruleCount, 'rule')} by ${formatNumberOf(probes.length, 'probe')}, profile ${profile}.`.replaceAll(
      GAP,
      ' ',
    ),
    '',
    ...probes.flatMap(probeLines),
    '',
    `Requests  ${total(requests)}: ${listed(requests)}`,
    `Billable  ${total(billable)}: ${listed(billable)}`,
    ...(load === undefined ? [] : [`Load      ${load}${about(arrivals)}, after them`]),
    '',
    'Billable is every request to a billable operation, also one that is refused or replayed.',
    'Reads of video jobs and retries go on for as long as a gateway takes: theirs are the least.',
    'Before the probes: one read of an unknown video job, and one free request to each operation;',
    'an operation that seems absent is asked for once more, which can be billable.',
    ...(excluded.length === 0
      ? []
      : ['', 'Not judged:', ...excluded.map(({ rule, reason }) => `  ${rule}  ${reason}`)]),
    '',
  ].join('\n');
}

function probeLines({ probe, rules, requests, billable, withheld }: Planned): string[] {
  return [
    withheld === undefined
      ? `${probe}: ${listed(requests)}; ${billable} billable`
      : `${probe}: does not run: ${withheld}`,
    ...rules.map((rule) => `  ${rule}`),
  ];
}

function listed(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([operation, count]) => `${operation} ${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
