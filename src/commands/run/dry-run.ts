import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { planRequests } from '../../conformance/run/plan-requests.ts';
import { exclusionOf } from '../../conformance/run/prerequisites.ts';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { type Way, wayOf } from '../../exchange/access.ts';
import { supportedWorkload } from '../../load/scenarios/supported-mix.ts';
import type { Workload } from '../../load/workload/workload.ts';
import { arrivalPhrase } from '../../load/workload/workload.ts';
import type { TextPage } from '../../report/formats/text/text-page.ts';
import {
  firstNames,
  formatCount,
  formatDuration,
  formatNumberOf,
} from '../../report/phrases/number-format.ts';
import { isAddress } from '../../target/remote.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { EXIT } from '../options/exit-codes.ts';
import { requireWithinBudget } from '../spending/approve-plan.ts';
import { allowanceOf, effortFor } from '../spending/spending.ts';
import { planSentence, planSpending, triedOperations } from '../spending/spending-plan.ts';
import { chooseProfileOffline } from '../target/choose-profile.ts';
import { accessOf } from '../target/open-target.ts';
import { pageOfStdout, stdout } from '../terminal/output.ts';
import type { Parts } from './assessment.ts';
import { type AssessOptions, readRunInputs } from './run-inputs.ts';
import { loadTimeMs, probesTimeMs } from './time-limit.ts';

/**
 * Prints what would be sent, and sends nothing, not even to recognize the target.
 * @throws UsageError
 */
export async function dryRun(parts: Parts, options: AssessOptions): Promise<number> {
  const { configuration, catalogue } = await readRunInputs(parts, options);
  const allowance = allowanceOf(options.budget, configuration.prices);
  const profile = await chooseProfileOffline(configuration);
  const access = accessOf(configuration, profile.expect, process.env);
  const way = wayOf(configuration.target, access);
  const plan = await planOf(parts, options, configuration, catalogue, profile, way);
  const { spending } = plan;
  const { prices } = configuration;
  const printed = { ...plan, spending: planSentence(spending, prices) };
  stdout().write(
    options.json
      ? `${JSON.stringify(printed, null, 2)}\n`
      : asText(printed, options.verbose === true),
  );
  requireWithinBudget(spending, allowance, prices);
  return EXIT.holds;
}

type Counts = Readonly<Record<string, number>>;

/** The plan of a run, as `--json` prints it. Counts are by operation. */
async function planOf(
  parts: Parts,
  options: AssessOptions,
  { target, upstream, workload }: Configuration,
  catalogue: readonly CatalogueEntry[],
  profile: ResolvedProfile,
  way: Way,
) {
  const { conformance, measurement } = parts;
  const rules = conformance ? catalogue.map(({ rule }) => rule) : [];
  const isBundled = !isAddress(target);
  const effort = effortFor(isBundled || profile.name === 'reference', options.thorough);
  // The bundled gateway has a key of another tenant; for other targets it comes from the environment.
  const secondKey = isBundled || (process.env.ASSAY_API_KEY_2 ?? '') !== '';
  const capabilities = { secondKey, ...way, ...(upstream !== undefined && { upstream: {} }) };
  const probes = await planRequests(rules, profile, capabilities, effort);
  const planned = { effort, rules, profile, capabilities, workload, parts };
  const spending = await planSpending(planned);
  // Discovery tries an unknown path too.
  const tried = [...(await triedOperations(planned)), 'other'];
  const asking = new Map(tried.map((operation) => [operation, 1]));
  const { timeLimit } = options;
  return {
    target,
    profile: profile.name,
    effort,
    asking: Object.fromEntries(asking),
    probes: probes.map(({ probe, rules: of, requests, billable }) => ({
      probe: probe.name,
      rules: of.map(({ id }) => id),
      requests: Object.fromEntries(requests),
      billable: total(sum([billable])),
    })),
    /** Rules without a probe to run, with the reason. */
    excluded: catalogue.flatMap(({ area, rule }) => {
      const exclusion = exclusionOf(rule, profile, capabilities);
      return exclusion === undefined ? [] : [{ rule: rule.id, area, reason: exclusion.reason }];
    }),
    requests: sum([asking, ...probes.map(({ requests }) => requests)]),
    billable: sum([spending.conformance ?? new Map()]),
    spending,
    ...(measurement && loadOf(workload, profile)),
    timeLimitMs: {
      ...(conformance && { probes: timeLimit ?? probesTimeMs(probes.length) }),
      ...(parts.explore && { exploration: parts.explore.timeMs }),
      ...(measurement && { load: timeLimit ?? loadTimeMs(workload) }),
    },
  };
}

type Plan = Omit<Awaited<ReturnType<typeof planOf>>, 'spending'> & { readonly spending: string };

/** The number of arrivals of a closed model or a trace is not known before. */
function loadOf(configured: Workload, profile: ResolvedProfile) {
  const { workload } = supportedWorkload(configured, profile);
  const arrivals = Math.round((workload.arrivalsPerSecond * workload.durationMs) / 1000);
  return { load: arrivalPhrase(workload), ...(arrivals > 0 && { arrivals }) };
}

function sum(counts: readonly ReadonlyMap<string, number>[]): Counts {
  return Object.fromEntries(
    [...OPERATION_NAMES, 'other'].flatMap((name) => {
      const of = counts.flatMap((each) => each.get(name) ?? []);
      return of.length === 0 ? [] : [[name, of.reduce((all, count) => all + count)] as const];
    }),
  );
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

const NOT_BILLABLE =
  'Billable calls are those that a conformant gateway executes: it refuses invalid requests, and answers a retry under an idempotency key with the stored result.';

/** The plan first. What each probe sends is for a reader who wants it. */
function asText(plan: Plan, isVerbose: boolean): string {
  const { target, profile, effort, probes, requests, billable, load, arrivals } = plan;
  const page = pageOfStdout();
  const rules = formatNumberOf(probes.flatMap((probe) => probe.rules).length, 'rule');
  const modest = effort === 'modest' ? ', modest' : '';
  const about = arrivals === undefined ? '' : `, about ${formatNumberOf(arrivals, 'arrival')}`;
  const ends = Object.entries(plan.timeLimitMs).map(
    ([part, ms]) => `${part} after ${formatDuration(ms)} at the latest`,
  );
  const facts = [
    `Requests  ${formatCount(total(requests))}: ${listed(requests)}`,
    `Billable  ${formatCount(total(billable))}: ${listed(billable)}`,
    ...(load === undefined ? [] : [`Load      ${load}${about}, after the probes`]),
    `Ends      ${ends.join(', ')} (--time-limit)`,
  ];
  const unjudged = unjudgedLines(plan).flatMap((line) => page.wrap(line, 0, 2));
  const counted = probes.length === 0 ? '' : ' --verbose shows what each probe sends.';
  return [
    ...page.wrap(
      `Dry run for ${target}: nothing is sent. ${rules} with ${formatNumberOf(probes.length, 'probe')}, profile ${profile}${modest}.`,
      0,
    ),
    ...page.wrap(plan.spending, 0),
    '',
    ...facts.flatMap((line) => page.wrap(line, 0, 10)),
    '',
    ...(unjudged.length === 0 ? [] : [...unjudged, '']),
    ...page.wrap(NOT_BILLABLE, 0),
    ...page.wrap(
      `Polls and retries depend on the gateway; these counts are minimums.${isVerbose ? '' : counted}`,
      0,
    ),
    ...(isVerbose ? ['', ...probeLines(plan, page)] : []),
    '',
  ].join('\n');
}

function probeLines({ asking, probes }: Plan, page: TextPage): readonly string[] {
  return [
    ...page.wrap(`discovery, before the probes: ${listed(asking)}`, 0, 2),
    ...probes.flatMap((probe) => [
      ...page.wrap(
        `${probe.probe}: ${listed(probe.requests)}; ${formatCount(probe.billable)} billable`,
        0,
        2,
      ),
      ...probe.rules.map((rule) => `  ${rule}`),
    ]),
  ];
}

/** Areas that a line names. */
const NAMED_AREAS = 3;

/** The rules that are not judged, a line for each reason: `57 rules of area relay need …`. */
function unjudgedLines({ excluded }: Plan): readonly string[] {
  return [...Map.groupBy(excluded, ({ reason }) => reason)].map(([reason, rules]) => {
    const areas = firstNames([...new Set(rules.map(({ area }) => area))], NAMED_AREAS);
    const who = `${formatNumberOf(rules.length, 'rule')} of area ${areas}`;
    const needs = /^needs (.*)$/s.exec(reason)?.[1];
    if (needs === undefined) return `Not judged: ${who}: ${reason}`;
    return `${who} ${rules.length === 1 ? 'needs' : 'need'} ${needs}.`;
  });
}

function listed(counts: Counts): string {
  const parts = Object.entries(counts).map(
    ([operation, count]) => `${operation} ${formatCount(count)}`,
  );
  return parts.length === 0 ? 'none' : parts.join(', ');
}
