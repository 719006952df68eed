import { UsageError } from '../input/usage-error.ts';
import { LEAST_BLOCKS } from '../measure/change/percentile-change.ts';
import { comparisonAnnotations } from '../report/annotations.ts';
import { compare as compareSubjects } from '../report/comparison/compare.ts';
import type { Subject } from '../report/comparison/recorded-run.ts';
import { COMPARISON } from '../report/files.ts';
import { readAccess } from '../target/read-access.ts';
import { parseSubjects, readSubject, type SubjectArgument } from './compare/compare-subjects.ts';
import { warmedUp } from './compare/interleaved-load.ts';
import { type AssessedSubject, ComparedTargets } from './compare/run-compare.ts';
import { type Configuration, readConfiguration } from './configuration/configuration.ts';
import { deliverFiles } from './delivery/deliver.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import { MIN_EFFECT, overridesOf, WORKLOAD } from './options/load-options.ts';
import { count, needing, type OptionsOf, option } from './options/option.ts';
import {
  formatOption,
  NO_ANNOTATIONS,
  PROBES_LIMIT,
  SEND,
  SPENDING,
  UPSTREAM,
} from './options/run-options.ts';
import { compareLine, rereadLine } from './run/repro-line.ts';
import { inTerminal, type Session } from './run/session.ts';
import { withTargets } from './run/with-targets.ts';
import { checkUpstream } from './target/open-upstream.ts';
import { complain } from './terminal/output.ts';

const DEFAULT_BLOCKS = 12;
const BECAUSE = 'without it, compare sends no load';

const OPTIONS = [
  ...SEND,
  UPSTREAM,
  ...SPENDING,
  NO_ANNOTATIONS,
  MIN_EFFECT,
  option(
    '--fail-on <change>',
    'exit 1 if a subject is worse than the first, 2 if that is uncertain',
    { choices: ['worse'] },
  ),
  option(
    '--load',
    'load the targets in alternating blocks and compare their performance, instead of judging and describing them',
  ),
  option(
    '--blocks <n>',
    `repeats of --load for each target, in turn as in A B B A; --duration is divided among them, and the intervals come from their pairs (default: ${DEFAULT_BLOCKS})`,
    { read: count(LEAST_BLOCKS, 1000), needs: ['--load'], because: BECAUSE },
  ),
  ...needing(WORKLOAD, '--load', BECAUSE),
  PROBES_LIMIT,
  formatOption(Object.keys(COMPARISON.formats)),
] as const;

type CompareOptions = OptionsOf<typeof OPTIONS>;

export const compare = command({
  name: 'compare',
  summary: 'compare gateways, or earlier runs, side by side',
  description:
    'Judges and describes each gateway, reads each earlier run, and reports the differences. Each figure of performance is Same, Worse, Better or Cannot tell. ' +
    'With --load, the gateways are loaded in turn, in blocks such as A B B A, so that a change of the machine affects all alike. ' +
    'The key for an address is ASSAY_API_KEY_<LABEL> if that is set, else ASSAY_API_KEY.',
  operands: [
    {
      name: '<subjects...>',
      summary:
        'two or more of: an http(s) address, embedded, container, a report.json, a behaviour.json, the folder of an earlier run; each may have a label, as in ours=http://…',
    },
  ],
  options: OPTIONS,
  examples: [
    'assay compare embedded ours=http://127.0.0.1:8080/v1',
    'assay compare before=reports/monday after=reports/tuesday --fail-on worse',
    'assay compare old=http://127.0.0.1:8080/v1 new=http://127.0.0.1:8081/v1 --load --scenario chat-stream',
    'assay compare reports/ours/behaviour.json embedded --out reports/compared',
    'assay compare embedded ours=http://127.0.0.1:8080/v1 --upstream 127.0.0.1:9000',
  ],
  run: (options, subjects) => run(parseSubjects(subjects), options),
});

async function run(subjects: readonly SubjectArgument[], options: CompareOptions): Promise<number> {
  const comparedAt = new Date();
  if (options.load) refuseUnloadable(subjects, options);
  // Mistakes in the arguments are reported before anything is sent.
  const recorded = new Map<SubjectArgument, AssessedSubject>();
  for (const each of subjects) {
    if (!each.live) recorded.set(each, { subject: await readSubject(each), exitCode: EXIT.holds });
  }
  const configuration = await readConfiguration(options.config, overridesOf(options));
  const live = subjects.filter((each) => each.live);
  const sources = live.map(({ source }) => source);
  if (!options.load) checkUpstream(configuration, sources);
  const repro = reproOf(configuration, live.length > 0);
  return await inTerminal(
    options,
    (session) => assessAll(subjects, recorded, session, { configuration, options }),
    (assessed) => conclude(assessed, comparedAt, options, repro),
  );
}

interface Comparing {
  readonly configuration: Configuration;
  readonly options: CompareOptions;
}

async function assessAll(
  subjects: readonly SubjectArgument[],
  recorded: ReadonlyMap<SubjectArgument, AssessedSubject>,
  session: Session,
  { configuration, options }: Comparing,
): Promise<readonly AssessedSubject[]> {
  const { load: isLoaded = false, blocks = DEFAULT_BLOCKS, timeLimit: timeLimitMs } = options;
  const live = subjects.filter((each) => each.live);
  const conformance = !isLoaded;
  const compared = new ComparedTargets({ configuration, timeLimitMs, conformance, session });
  const order = {
    configuration,
    catalogue: configuration.catalogue,
    options,
    targets: live.map(({ source, keyVariable }) => ({ text: source, keyVariable })),
    isBare: isLoaded,
    ...(isLoaded
      ? { parts: LOADING, planned: warmedUp(configuration, blocks) }
      : { parts: JUDGING }),
  };
  return await withTargets(session, order, async (open) => {
    await compared.open(live, open);
    if (isLoaded && open.engine !== undefined) {
      return await compared.loadAll(subjects, { engine: open.engine, blocks });
    }
    const assessed: AssessedSubject[] = [];
    for (const each of subjects) {
      assessed.push(recorded.get(each) ?? (await compared.assessOne(each)));
    }
    return assessed;
  });
}

const LOADING = { conformance: false, measurement: { isPlanned: true } };
const JUDGING = { conformance: true, behaviours: true };

/** @throws UsageError for an upstream, and for a report of an earlier run, which cannot be loaded */
function refuseUnloadable(
  subjects: readonly SubjectArgument[],
  { upstream }: CompareOptions,
): void {
  if (upstream !== undefined) {
    throw new UsageError(
      '--upstream cannot be combined with --load: blocks of load are compared as a caller sees them. Remove --load, or measure each gateway with assay overhead and compare the reports.',
    );
  }
  const recorded = subjects.find(({ live }) => !live);
  if (recorded === undefined) return;
  throw new UsageError(
    `--load needs targets that can be loaded; ${recorded.source} is an earlier run. Name http(s) addresses, or remove --load to compare reports.`,
  );
}

function reproOf(configuration: Configuration, isLive: boolean): string {
  const words = process.argv.slice(2);
  if (!isLive) return rereadLine(words);
  const access = readAccess(configuration, process.env);
  return compareLine(words, configuration.workload.seed, access);
}

/** Delivers the comparison, even if only one subject has results. */
async function conclude(
  assessed: readonly AssessedSubject[],
  comparedAt: Date,
  options: CompareOptions,
  repro: string,
): Promise<number> {
  const codes = new Set(assessed.map((each) => each.exitCode));
  const exitCode = WORST_LAST.findLast((code) => codes.has(code)) ?? EXIT.holds;
  const subjects = assessed.map(({ subject }) => subject);
  const isEmpty = ({ report, sheet, loaded }: Subject): boolean =>
    report === undefined && sheet === undefined && loaded === undefined;
  if (subjects.every(isEmpty)) {
    complain('No report: nothing was judged yet.');
    return exitCode;
  }
  const { minEffect, failOn } = options;
  const settings = { comparedAt, exitCode, repro, minEffect, failOn };
  const delivery = {
    result: compareSubjects(subjects, settings),
    run: { startedAt: comparedAt.toISOString(), command: 'compare' },
    ...COMPARISON,
    annotationsOf: comparisonAnnotations,
  };
  return await deliverFiles(delivery, options);
}

const WORST_LAST = [EXIT.fails, EXIT.inconclusive, EXIT.usage, EXIT.interrupted] as const;
