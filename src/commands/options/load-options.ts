import { parseArrivalRate } from '../../input/arrival-rate.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { parseDuration, readDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import { bundledScenarios, SCENARIO_OF_OPERATION } from '../../load/scenarios/scenario-files.ts';
import { ARRIVALS } from '../../load/workload/arrival-models.ts';
import { RAMP_NEEDS, readRamp } from '../../load/workload/units.ts';
import { parseMinEffect } from '../../measure/change/min-effect.ts';
import { readRelativeObjective } from '../../measure/change/relative-objective.ts';
import { parseObjective } from '../../measure/objective.ts';
import {
  checked,
  collect,
  count,
  countOrAuto,
  nameOf,
  type Option,
  type OptionsOf,
  option,
  positiveDuration,
} from './option.ts';
import {
  BASELINE,
  HEADER,
  PROFILE,
  REPORT,
  RULE_SET,
  SEND,
  TARGET,
  TRACES,
  UPSTREAM,
  VERBOSE,
} from './run-options.ts';

const OPERATIONS = [...SCENARIO_OF_OPERATION.keys()];

/** The traffic of a load: a scenario, or the operation of one. */
export const TRAFFIC = [
  option('--operation <name>', `send only this: ${OPERATIONS.join(', ')}`, {
    read: scenarioOfOperation,
    key: 'workload.scenario',
    known: () => OPERATIONS,
    conflicts: ['scenario'],
  }),
  option('--scenario <name|file>', 'traffic to send (default: mixed)', {
    key: 'workload.scenario',
    known: () => bundledScenarios().map(({ name }) => name),
  }),
] as const;

/** When requests of a load start. */
const WHEN = [
  option('--arrival-rate <rate>', 'arrivals started per second, such as 50/s (default: 20/s)', {
    read: checked(parseArrivalRate),
    key: 'workload.arrivalRate',
    conflicts: ['stages', 'bursts', 'trace'],
  }),
  option('--arrivals <process>', 'arrival process (default: poisson)', {
    choices: ARRIVALS,
    key: 'workload.arrivals',
  }),
  option('--stages <list>', 'consecutive stages, such as 0/s..50/s:30s,50/s:1m', {
    read: stages,
    key: 'workload.stages',
    conflicts: ['bursts', 'trace'],
  }),
  option('--bursts <n/time>', 'bursts of simultaneous arrivals, such as 20/5s', {
    read: bursts,
    key: 'workload.bursts',
    conflicts: ['trace'],
  }),
  option('--users <n>', 'closed model: number of users, each with one request at a time', {
    read: count(1, 20_000),
    key: 'workload.closed.users',
    conflicts: ['arrivalRate', 'stages', 'bursts', 'trace'],
  }),
  option('--think <time>', 'time that each of --users waits after a response (default: 0s)', {
    read: checked(parseDuration),
    key: 'workload.closed.think',
    needs: ['--users'],
  }),
  option(
    '--trace <file>',
    'replay the arrivals and lengths of a JSONL file, or of an Azure LLM inference trace (.csv)',
    {
      key: 'workload.trace.file',
    },
  ),
  option('--speed <factor>', 'speed of the --trace replay; 2 is twice as fast (default: 1)', {
    read: speed,
    key: 'workload.trace.speed',
    needs: ['--trace'],
  }),
  option('--duration <time>', 'duration of the arrivals, such as 30s (default: 30s)', {
    read: checked(parseDuration),
    key: 'workload.duration',
  }),
  option('--in-flight <n>', 'maximum number of concurrent iterations (default: 100)', {
    read: count(1, 1_000_000),
    key: 'workload.inFlight',
  }),
] as const;

/** What a load sends, and the objectives that it has. */
export const WORKLOAD = [
  ...TRAFFIC,
  ...WHEN,
  option(
    '--slo <objective>',
    'objective, such as "chat ttft p95 < 800ms"; replaces those of the configuration; may be repeated',
    { read: objective, key: 'slo' },
  ),
] as const;

/** Options of commands that load one target. */
export const LOAD = [
  ...WORKLOAD,
  option(
    '--k6-out <output>',
    'an output of k6, in addition to the report, such as json=samples.json, opentelemetry or web-dashboard; may be repeated',
    { read: collect },
  ),
] as const;

/** The smallest change that matters. */
export const MIN_EFFECT = option(
  '--min-effect <change>',
  'smallest change of a latency that matters; both parts must be reached (default: "5% and 2ms")',
  { read: (_flag: string, text: string) => parseMinEffect(text) },
);

/** Options of a run that is compared with an earlier one. */
export const AGAINST = [
  option(
    '--against <report>',
    'report.json of an earlier run, or last-green: the newest comparable one that passed. Fails if the performance is worse, and judges objectives such as "chat ttft p95 <= 110% of baseline"',
  ),
  { ...MIN_EFFECT, needs: ['--against'] },
] as const;

export const MOST_SEGMENTS = 64;

const JUDGE_WORKERS = option(
  '--judge-workers <n>',
  'extra threads that judge a recording; 0 for none (default: number of cores less one, at most 6; 0 if the recordings have less than 256 MiB)',
  { read: count(0, 64) },
);

/** How a load is split over engines, recorded and judged. */
export const RECORDING = [
  option(
    '--record <file>',
    'record the run in a file for "assay judge"; each segment has a separate file (run-1.rec, run-2.rec)',
  ),
  option(
    '--judge <when>',
    'judge requests as they end, after the load from a recording, or not at all (default: live)',
    { choices: ['live', 'after', 'none'] },
  ),
  option(
    '--segments <n>',
    'local engines that share the load, each with a segment of the schedule; auto: one per 500 in flight or per 4 cores, whichever is more (default: one per 500 in flight)',
    { read: countOrAuto(1, MOST_SEGMENTS) },
  ),
  { ...JUDGE_WORKERS, needs: ['--judge after', '--on-cluster'] },
] as const;

/** A load that is printed. Nothing is sent, so what says how it is sent or reported has no effect. */
export const EMIT = [
  option(
    '--emit <what>',
    'send nothing and print the load as a script for the engine (k6 with k6/x/gateway), or as a TestRun of the k6 operator with its ConfigMap',
    {
      choices: ['script', 'k6-operator'],
      conflicts: ['record', 'judge', 'judgeWorkers', 'segments', 'k6Out', 'out', 'format', 'json'],
    },
  ),
  option(
    '--cleanup',
    'the operator deletes the TestRun and its pods when it has finished, for --emit k6-operator',
    { needs: ['--emit k6-operator'] },
  ),
] as const;

const LONGEST_NAME = 63;
const FOR_A_CLUSTER = ['--on-cluster', '--emit k6-operator'];

/** A load that pods of a cluster run: options of engines on this machine have no meaning for them. */
export const CLUSTER = [
  option(
    '--on-cluster',
    'run the load in pods of the current context of kubectl with the k6 operator, then collect, judge and clean up',
    {
      conflicts: ['emit', 'cleanup', 'judge', 'segments', 'k6Out', 'upstream', 'against', 'budget'],
    },
  ),
  option(
    '--image <ref>',
    'image with the engine as its k6, for a cluster (default: assay-engine of the version of assay)',
    { needs: FOR_A_CLUSTER },
  ),
  option('--parallelism <n>', 'pods of a cluster that share the load (default: 2)', {
    read: count(1, 10_000),
    needs: FOR_A_CLUSTER,
  }),
  option(
    '--namespace <name>',
    'namespace of the cluster (default: that of --patch, or of the current context)',
    { read: namespace, needs: FOR_A_CLUSTER },
  ),
  option(
    '--patch <file>',
    'YAML with metadata (namespace, labels, annotations) and spec of the TestRun, merged into the objects for a cluster',
    { needs: FOR_A_CLUSTER },
  ),
  option(
    '--start-limit <time>',
    'with --on-cluster, how long to wait for nodes and images, such as 10m (default: 30s after the cluster reports a problem, 5m for pods that start without one)',
    { read: positiveDuration, needs: ['--on-cluster'] },
  ),
] as const;

export type AgainstOptions = OptionsOf<typeof AGAINST>;
export type RecordingOptions = OptionsOf<typeof RECORDING>;
/** Options of a load that is printed, or run by a cluster. */
export type LoadElsewhereOptions = OptionsOf<[...typeof EMIT, ...typeof CLUSTER]>;

function scenarioOfOperation(_flag: string, name: string): string {
  const scenario = SCENARIO_OF_OPERATION.get(name);
  if (scenario !== undefined) return scenario;
  throw new UsageError(
    `Unknown operation: ${name}.${didYouMean(name, OPERATIONS)} Operations: ${OPERATIONS.join(', ')}.`,
  );
}

interface Stage {
  readonly arrivalRate: string;
  readonly duration: string;
}

function stages(flag: string, text: string): readonly Stage[] {
  return text.split(',').map((part) => {
    const [arrivalRate = '', duration = '', ...more] = part.split(':');
    const isWhole = more.length === 0 && readRamp(arrivalRate) !== undefined;
    if (!isWhole || readDuration(duration) === undefined) {
      throw new UsageError(
        `${flag} needs ${RAMP_NEEDS} and a duration in each stage, such as 0/s..50/s:30s,50/s:1m; got ${JSON.stringify(part)}.`,
      );
    }
    if (parseDuration(flag, duration) === 0) {
      throw new UsageError(
        `${flag} needs a duration above 0 in each stage; got ${JSON.stringify(part)}.`,
      );
    }
    return { arrivalRate, duration };
  });
}

function bursts(flag: string, text: string): { readonly size: number; readonly every: string } {
  const [, size, every = ''] = /^(\d{1,7})\/(.+)$/.exec(text) ?? [];
  if (Number(size) > 0 && parseDuration(flag, every) > 0) return { size: Number(size), every };
  throw new UsageError(
    `${flag} needs a number of arrivals and an interval above 0, such as 20/5s; got ${JSON.stringify(text)}.`,
  );
}

function speed(flag: string, text: string): number {
  const factor = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (factor > 0) return factor;
  throw new UsageError(`${flag} needs a factor above 0, such as 2; got ${JSON.stringify(text)}.`);
}

/** Keeps the text, which the configuration parses again, but says at once what is wrong with it. */
function objective(
  _flag: string,
  text: string,
  previous: readonly string[] = [],
): readonly string[] {
  if (readRelativeObjective(text) === undefined) parseObjective(text);
  return [...previous, text];
}

function namespace(flag: string, text: string): string {
  if (text.length <= LONGEST_NAME && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)) return text;
  throw new UsageError(
    `${flag} needs a name in lower-case letters, digits and hyphens, at most ${LONGEST_NAME} characters; got ${JSON.stringify(text)}.`,
  );
}

/** Options of `assay judge`. */
export const JUDGE = [...REPORT, VERBOSE, ...BASELINE, JUDGE_WORKERS, RULE_SET] as const;

export type JudgeOptions = OptionsOf<typeof JUDGE>;

/** The options that stand for a key of the configuration; those of a scalar come first. */
export const KEYED = [
  ...new Set<Option>([TARGET, PROFILE, UPSTREAM, TRACES, HEADER, ...SEND, ...WORKLOAD]),
].filter(({ key }) => key !== undefined);

/** The values of options, by the keys of the configuration that they override. */
export type Overrides = Readonly<Record<string, unknown>>;

type Entry = readonly [path: readonly string[], value: unknown];

/** The values of the configuration that the options override, by its keys. */
export function overridesOf(options: object): Overrides {
  const given = new Map<string, unknown>(Object.entries(options));
  return nested(
    KEYED.flatMap((one): Entry[] => {
      const value = given.get(nameOf(one));
      return value === undefined ? [] : [[one.key?.split('.') ?? [], value]];
    }),
  );
}

function nested(entries: readonly Entry[]): Overrides {
  const byKey = Map.groupBy(entries, ([[key = '']]) => key);
  return Object.fromEntries(
    [...byKey].map(([key, of]) => {
      const scalar = of.find(([path]) => path.length === 1);
      const below = of.map(([[, ...rest], value]): Entry => [rest, value]);
      return [key, scalar === undefined ? nested(below) : scalar[1]];
    }),
  );
}
