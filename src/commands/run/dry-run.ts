import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import {
  neededOperations,
  type ProbePlan,
  planRequests,
} from '../../conformance/run/plan-requests.ts';
import { exclusionOf } from '../../conformance/run/prerequisites.ts';
import { OPERATION_NAMES, type Operation } from '../../contract/operations.ts';
import { modesSent, supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import { arrivalPhrase, type Workload } from '../../load/workload/workload.ts';
import type { TextPage } from '../../report/formats/text/text-page.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';
import { EXIT } from '../options/exit-codes.ts';
import { allowanceOf } from '../spending/allowance.ts';
import { requireWithinBudget } from '../spending/approve-plan.ts';
import { effortFor } from '../spending/effort-for.ts';
import { planSentence } from '../spending/plan-sentence.ts';
import { planSpending } from '../spending/spending-plan.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { accessOf } from '../target/open-target.ts';
import { pageOfStdout, stdout } from '../terminal/output.ts';
import type { Parts } from './assessment.ts';
import { type AssessOptions, readRunInputs } from './run-inputs.ts';
import { loadTimeMs, probesTimeMs } from './time-limit.ts';

/** The requests of one probe, as `--json` prints them. */
interface Planned {
  readonly probe: string;
  readonly rules: readonly string[];
  readonly requests: Readonly<Record<string, number>>;
  readonly billable: number;
}

interface Plan {
  readonly target: string;
  readonly profile: string;
  readonly effort: Effort;
  /** Requests of discovery, before the probes. */
  readonly asking: Readonly<Record<string, number>>;
  readonly probes: readonly Planned[];
  /** Rules without a probe to run, with the reason. */
  readonly excluded: readonly { readonly rule: string; readonly reason: string }[];
  /** By operation, discovery included. */
  readonly requests: Readonly<Record<string, number>>;
  readonly billable: Readonly<Record<string, number>>;
  /** All that the run spends, load included: `Plan: about 139 billable calls: …`. */
  readonly spending: string;
  /** Arrivals of the load that would follow. */
  readonly arrivals?: number;
  /** The arrival model. */
  readonly load?: string;
  /** When the run ends at the latest, for each of its parts if none is set, in ms. */
  readonly timeLimitMs: { readonly probes?: number; readonly load?: number };
}

/**
 * Prints what would be sent, and sends nothing, not even to recognize the target.
 * @throws UsageError
 */
export async function dryRun(parts: Parts, options: AssessOptions): Promise<number> {
  const { conformance, measurement } = parts;
  const { configuration, catalogue } = await readRunInputs(parts, options);
  const allowance = allowanceOf(options.budget, configuration.prices);
  const rules = catalogue.map(({ rule }) => rule);
  const profile = await chooseProfileOffline(configuration);
  accessOf(configuration, profile.expect, process.env);
  const capabilities = { secondKey: hasSecondKey(configuration.target) };
  const effort = effortFor(configuration.target, options.thorough);
  const plans = await planRequests(rules, profile, capabilities, effort);
  const { workload, prices } = configuration;
  const spending = await planSpending({
    effort,
    rules,
    profile,
    capabilities,
    workload,
    parts,
  });
  const needed = await neededOperations(rules, profile, capabilities);
  const sent = measurement ? [...(modesSent(workload)?.keys() ?? [])] : [];
  const asking = askingRequests(profile, [...needed, ...sent]);
  const plan: Plan = {
    target: configuration.target,
    profile: profile.name,
    effort,
    asking: Object.fromEntries(asking),
    probes: plans.map(planned),
    excluded: rules.flatMap((rule) => {
      const exclusion = exclusionOf(rule, profile, capabilities);
      return exclusion === undefined ? [] : [{ rule: rule.id, reason: exclusion.reason }];
    }),
    requests: sum([asking, ...plans.map(({ requests }) => requests)]),
    billable: sum([spending.conformance ?? new Map()]),
    spending: planSentence(spending, prices),
    ...(measurement && loadOf(configuration.workload, profile)),
    timeLimitMs: {
      ...(conformance && { probes: options.timeLimit ?? probesTimeMs(plans.length) }),
      ...(measurement && { load: options.timeLimit ?? loadTimeMs(configuration.workload) }),
    },
  };
  stdout().write(options.json ? `${JSON.stringify(plan, null, 2)}\n` : asText(plan));
  requireWithinBudget(spending, allowance, prices);
  return EXIT.holds;
}

/** One request to each wanted operation that is not known to be absent, and one to an unknown path. */
function askingRequests(
  profile: ResolvedProfile,
  wanted: readonly Operation[],
): ReadonlyMap<string, number> {
  const tried = OPERATION_NAMES.filter(
    (operation) => wanted.includes(operation) && !isAbsent(operation, profile),
  );
  return new Map([...tried, 'other'].map((operation) => [operation, 1]));
}

/** The bundled gateway has a key of another tenant; for other targets it comes from the environment. */
function hasSecondKey(target: string): boolean {
  return !/^https?:/.test(target) || (process.env.ASSAY_API_KEY_2 ?? '') !== '';
}

/** The number of arrivals of a closed model or a trace is not known before. */
function loadOf(configured: Workload, profile: ResolvedProfile): Pick<Plan, 'arrivals' | 'load'> {
  const { workload } = supportedWorkload(configured, profile);
  const arrivals = Math.round((workload.arrivalsPerSecond * workload.durationMs) / 1000);
  return { load: arrivalPhrase(workload), ...(arrivals > 0 && { arrivals }) };
}

function planned(plan: ProbePlan): Planned {
  return {
    probe: plan.probe.name,
    rules: plan.rules.map(({ id }) => id),
    requests: Object.fromEntries(plan.requests),
    billable: total(sum([plan.billable])),
  };
}

function sum(counts: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts.flatMap((each) => [...each])) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const order = [...OPERATION_NAMES, 'other'];
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

function asText({
  target,
  profile,
  effort,
  asking,
  probes,
  excluded,
  requests,
  billable,
  arrivals,
  load,
  spending,
  timeLimitMs,
}: Plan): string {
  const page = pageOfStdout();
  const ruleCount = probes.reduce((all, { rules }) => all + rules.length, 0);
  return [
    ...page.wrap(
      `Dry run for ${target}: nothing is sent. ${formatNumberOf(ruleCount, 'rule')} with ${formatNumberOf(probes.length, 'probe')}, profile ${profile}${effort === 'modest' ? ', modest' : ''}.`,
      0,
    ),
    '',
    ...page.wrap(`discovery, before the probes: ${listed(asking)}`, 0, 2),
    ...probes.flatMap((probe) => probeLines(probe, page)),
    '',
    ...[
      `Requests  ${total(requests)}: ${listed(requests)}`,
      `Billable  ${total(billable)}: ${listed(billable)}`,
      ...(load === undefined ? [] : [`Load      ${load}${about(arrivals)}, after the probes`]),
      `Ends      ${endsText(timeLimitMs)} (--time-limit)`,
    ].flatMap((line) => page.wrap(line, 0, 10)),
    '',
    ...page.wrap(spending, 0),
    ...page.wrap(NOT_BILLABLE, 0),
    ...page.wrap('Polls and retries depend on the gateway; these counts are minimums.', 0),
    ...(excluded.length === 0
      ? []
      : [
          '',
          'Not judged:',
          ...excluded.flatMap(({ rule, reason }) => page.wrap(`${rule}  ${reason}`, 2, 2)),
        ]),
    '',
  ].join('\n');
}

const NOT_BILLABLE =
  'Billable calls are those that a conformant gateway executes: it refuses invalid requests, and answers a retry under an idempotency key with the stored result.';

function endsText({ probes, load }: Plan['timeLimitMs']): string {
  return [
    ...(probes === undefined ? [] : [`probes after ${formatDuration(probes)} at the latest`]),
    ...(load === undefined ? [] : [`load after ${formatDuration(load)} at the latest`]),
  ].join(', ');
}

function probeLines({ probe, rules, requests, billable }: Planned, page: TextPage): string[] {
  return [
    ...page.wrap(`${probe}: ${listed(requests)}; ${billable} billable`, 0, 2),
    ...rules.map((rule) => `  ${rule}`),
  ];
}

function listed(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([operation, count]) => `${operation} ${count}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
