import { type Command, Option } from 'commander';
import { parseArrivalRate } from '../../input/arrival-rate.ts';
import { parseDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import { readRelativeObjective } from '../../measure/change/relative-objective.ts';
import { parseObjective } from '../../measure/objective.ts';
import * as formats from '../../report/formats/index.ts';
import { parseHeader } from '../../target/read-access.ts';
import { parseListenAddress } from '../../target/upstream/listen-address.ts';
import type { Overrides } from '../configuration/configuration.ts';
import { parseBudget } from '../spending/allowance.ts';
import { type ArrivalOptions, arrivalOverrides, withArrivalOptions } from './arrival-options.ts';
import { type FormatOptions, formatOption } from './format-option.ts';
import { scenarioOf, type TrafficOptions, withTrafficOptions } from './operation-option.ts';
import { collect, count, positiveDuration } from './option-values.ts';

/** Options of all commands that make a report. */
export interface ReadingOptions {
  readonly profile?: string;
  readonly config?: string;
  readonly out?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** Whether a CI server shows the result without a flag. */
export interface AnnotationOptions {
  /** False with `--no-annotations`. */
  readonly annotations?: boolean;
}

/** Further options of the commands that render a run report. */
export interface ReportOptions extends ReadingOptions, AnnotationOptions, FormatOptions {
  readonly label?: string;
}

/** Further options of the commands that send requests. */
export interface SendOptions extends ReadingOptions {
  readonly seed?: number;
  readonly header?: Readonly<Record<string, string>>;
}

/** Further options of the commands that send to one target. */
export interface TargetOptions extends SendOptions {
  readonly target?: string;
}

/** Further options of the commands that make a run report. */
export interface RunOptions extends TargetOptions, AnnotationOptions, FormatOptions {
  readonly label?: string;
}

/** Options of the commands that can be the provider behind the target. */
export interface UpstreamOptions {
  readonly upstream?: string;
}

/** Further options of the commands that load a target. */
export interface LoadOptions extends ArrivalOptions, TrafficOptions {
  readonly arrivalRate?: string;
  readonly duration?: string;
  readonly inFlight?: number;
  readonly k6Out?: readonly string[];
  readonly slo?: readonly string[];
}

/** Further options of the commands that judge rules. */
export interface BaselineOptions {
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly strictBaseline?: true;
  readonly reason?: string;
}

/** Options of the commands that send probes. */
export interface TimeOptions {
  /** ms. */
  readonly timeLimit?: number;
}

/** Further options of the commands that judge conformance. */
export interface ConformOptions extends TimeOptions {
  readonly area?: readonly string[];
  readonly rule?: readonly string[];
  readonly level?: readonly string[];
  readonly ruleSet?: string;
  readonly thorough?: boolean;
  readonly dryRun?: true;
}

/** Options of the commands that may spend money. */
export interface SpendingOptions {
  /** A sum or a number of calls, as text. */
  readonly budget?: string;
  readonly yes?: true;
}

export function withRunOptions(command: Command): Command {
  return withReportFiles(withTargetOptions(command));
}

export function withReportOptions(command: Command): Command {
  return withReportFiles(withReadingOptions(command));
}

function withReportFiles(command: Command): Command {
  return withAnnotationOption(
    command.addOption(labelOption()).addOption(formatOption(Object.keys(formats))),
  );
}

export function withAnnotationOption(command: Command): Command {
  return command.option(
    '--no-annotations',
    'in GitHub Actions, write neither annotations nor the step summary',
  );
}

/** Longer names would fill the head of a report. */
const LABEL_CHARACTERS = 100;

function labelOption(): Option {
  return new Option(
    '--label <text>',
    'name of the build in the reports, such as a commit or a version',
  ).argParser(label);
}

function label(text: string): string {
  const name = text.trim();
  const isPrintable = !/\p{Cc}/u.test(name);
  if (name !== '' && name.length <= LABEL_CHARACTERS && isPrintable) return name;
  throw new UsageError(
    `--label needs 1 to ${LABEL_CHARACTERS} printable characters, such as a commit or a version; got ${JSON.stringify(text.slice(0, LABEL_CHARACTERS))}.`,
  );
}

export function withTargetOptions(command: Command): Command {
  return withSendOptions(
    command.option(
      '--target <target>',
      'http(s) address of the gateway, embedded, or container (default: embedded)',
    ),
  );
}

export function headerOption(): Option {
  return new Option(
    '--header <header>',
    `header of every request, such as 'X-Team: qa'; \${NAME} is an environment variable; may be repeated`,
  ).argParser(header);
}

export function withSendOptions(command: Command): Command {
  return withReadingOptions(command)
    .addOption(headerOption())
    .addOption(
      new Option(
        '--seed <n>',
        'random seed; the same seed repeats prompts, nonces and arrivals (with --upstream, nonces are new in each run)',
      ).argParser(count('--seed', 0, 0xffff_ffff)),
    );
}

function withReadingOptions(command: Command): Command {
  return command
    .option('--profile <name|file>', 'settings where the interface leaves a choice')
    .option('--config <file>', 'configuration (default: assay.yaml, if it exists)')
    .option('--out <dir>', 'folder for the reports (default: a new folder in reports/runs)')
    .option('--json', 'print JSON instead of text')
    .option('--quiet', 'no progress output; errors are still printed');
}

export function withLoadOptions(command: Command): Command {
  return withWorkloadOptions(command).addOption(
    new Option(
      '--k6-out <output>',
      'an output of k6, in addition to the report, such as json=samples.json, opentelemetry or web-dashboard; may be repeated',
    ).argParser(collect),
  );
}

/** What a load sends, and the objectives that it has. */
export function withWorkloadOptions(command: Command): Command {
  const sending = withTrafficOptions(command).addOption(
    new Option(
      '--arrival-rate <rate>',
      'arrivals started per second, such as 50/s (default: 20/s)',
    ).argParser(checked(parseArrivalRate, '--arrival-rate')),
  );
  return withArrivalOptions(sending)
    .addOption(
      new Option(
        '--duration <time>',
        'duration of the arrivals, such as 30s (default: 30s)',
      ).argParser(checked(parseDuration, '--duration')),
    )
    .addOption(
      new Option(
        '--in-flight <n>',
        'maximum number of concurrent iterations (default: 100)',
      ).argParser(count('--in-flight', 1, 1_000_000)),
    )
    .addOption(
      new Option(
        '--slo <objective>',
        'objective, such as "chat ttft p95 < 800ms"; replaces those of the configuration; may be repeated',
      ).argParser(objective),
    );
}

export function withBaselineOptions(command: Command): Command {
  return command
    .option('--baseline <file>', 'accepted findings, with reasons and expiry dates')
    .option('--update-baseline', 'write rules that failed or could not be verified into --baseline')
    .option('--reason <text>', 'reason of the entries that --update-baseline adds')
    .option('--strict-baseline', 'a stale entry fails the run (default: a warning)');
}

export function withTimeLimit(command: Command): Command {
  return command.addOption(
    timeLimitOption(
      'stop the probes after this time, such as 10m; rules that are then undecided could not be verified (default: depends on the number of probes)',
    ),
  );
}

/** `--time-limit` means the same in every command: stop after this time. */
export function timeLimitOption(summary: string): Option {
  return new Option('--time-limit <time>', summary).argParser((text) =>
    positiveDuration('--time-limit', text),
  );
}

export function withConformOptions(command: Command): Command {
  return withTimeLimit(command)
    .addOption(
      new Option('--area <name>', 'only rules of this area; may be repeated').argParser(collect),
    )
    .addOption(new Option('--rule <id>', 'only this rule; may be repeated').argParser(collect))
    .addOption(
      new Option('--level <level>', 'only rules of this level; may be repeated').argParser(collect),
    )
    .option(
      '--rule-set <number>',
      'report later rules without effect on the outcome (default: the newest set)',
    )
    .option(
      '--thorough',
      'send every request of the probes (default: fewer to a target on another machine)',
    )
    .option('--no-thorough', 'send less to any target: fewer repeats, which may miss rare defects')
    .option('--dry-run', 'print what would be sent, and send nothing');
}

export function withUpstreamOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--upstream <host:port>',
      'act as the provider of the gateway at this address, and check both ends; port 0 chooses a free one',
    ).argParser(upstream),
  );
}

export function withSpendingOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--budget <limit>',
        'maximum to spend: a sum in the currency of prices, or a number of calls, such as 5.00 or "150 calls"; a plan beyond it does not start',
      ).argParser(budget),
    )
    .option('--yes', 'do not ask before calls that may cost money');
}

/** The values of the configuration that the flags override. */
export function overridesOf(options: RunOptions & LoadOptions & UpstreamOptions): Overrides {
  const {
    target,
    profile,
    upstream: behind,
    header: headers,
    slo,
    seed,
    arrivalRate,
    duration,
    inFlight,
  } = options;
  const arrivals = arrivalOverrides(options);
  const scenario = scenarioOf(options);
  const workload = { seed, scenario, arrivalRate, ...arrivals, duration, inFlight };
  return {
    target,
    profile,
    upstream: behind,
    ...(headers && { headers }),
    slo,
    workload: Object.fromEntries(
      Object.entries(workload).filter(([, value]) => value !== undefined),
    ),
  };
}

/** Returns the text, which is parsed again where the upstream is started. */
function upstream(text: string): string {
  parseListenAddress('--upstream', text);
  return text;
}

/** Returns the text, which is parsed again where prices are known. */
function budget(text: string): string {
  parseBudget(text);
  return text;
}

function header(
  text: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name, value] = parseHeader(text);
  return { ...previous, [name]: value };
}

/** Keeps the text, which the configuration parses again, but says at once what is wrong with it. */
function objective(text: string, previous: readonly string[] = []): string[] {
  if (readRelativeObjective(text) === undefined) parseObjective(text);
  return [...previous, text];
}

/** Returns the text, which the configuration parses again; a mistake is reported with the flag's name. */
function checked(parse: (subject: string, text: string) => number, subject: string) {
  return (text: string): string => {
    parse(subject, text);
    return text;
  };
}
