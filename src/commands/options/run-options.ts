import { resolve } from 'node:path';
import { isPlaceholder } from '../../conformance/baseline.ts';
import { CATALOGUE } from '../../conformance/catalogue.ts';
import { PROFILES } from '../../conformance/profiles/profile-file.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import * as formats from '../../report/formats/index.ts';
import * as targetKinds from '../../target/kinds.ts';
import { parseHeader } from '../../target/read-access.ts';
import { parseListenAddress } from '../../target/upstream/listen-address.ts';
import { collectorProblem } from '../traces/collector.ts';
import {
  checked,
  collect,
  count,
  type OptionsOf,
  option,
  parseBudget,
  positiveDuration,
} from './option.ts';

export const PROFILE = option(
  '--profile <name|file>',
  'settings where the interface leaves a choice',
  { key: 'profile', known: () => [...PROFILES.keys()] },
);
export const CONFIG = option(
  '--config <file>',
  'configuration (default: assay.yaml, if it exists)',
);
export const JSON_OUTPUT = option('--json', 'print JSON instead of text');

/** Options of all commands that make a report. */
export const READING = [
  PROFILE,
  CONFIG,
  option('--out <dir>', 'folder for the reports (default: a new folder in reports/runs)'),
  JSON_OUTPUT,
  option('--quiet', 'no progress output; errors are still printed'),
] as const;

export const HEADER = option(
  '--header <header>',
  `header of every request, such as 'X-Team: qa'; \${NAME} is an environment variable; may be repeated`,
  { read: header, key: 'headers' },
);

export const HTTP2 = option(
  '--http2',
  'send over HTTP/2: to an https target by ALPN, to an http target by prior knowledge (default: HTTP/1.1)',
  { key: 'http2' },
);
/** Where connections to the target go. */
export const ADDRESSES = [
  option(
    '--resolve <addresses>',
    'IP addresses of the target, as in curl: HOST:PORT:ADDRESS[,ADDRESS…]; may be repeated',
    { read: collect, key: 'resolve' },
  ),
  option('--unix-socket <path>', 'unix socket that requests to the target are sent to', {
    read: (_flag: string, path: string) => (path.trim() === '' ? path : resolve(path)),
    key: 'unixSocket',
    conflicts: ['resolve'],
  }),
] as const;

/** Options of commands that send requests. */
export const SEND = [
  ...READING,
  HEADER,
  HTTP2,
  ...ADDRESSES,
  option(
    '--seed <n>',
    'random seed; the same seed repeats prompts, nonces and arrivals (with --upstream, nonces are new in each run)',
    { read: count(0, 0xffff_ffff), key: 'workload.seed' },
  ),
] as const;

export const TARGET = option(
  '--target <target>',
  'http(s) address of the gateway, embedded, or container (default: embedded)',
  {
    key: 'target',
    known: () => Object.keys(targetKinds).filter((name) => name !== 'remote'),
  },
);

const LABEL = option(
  '--label <text>',
  'name of the build in the reports, such as a version (default: the commit, in GitHub Actions and GitLab CI)',
  { read: label },
);

export const NO_ANNOTATIONS = option(
  '--no-annotations',
  'in GitHub Actions, write neither annotations nor the step summary',
);

/** Options of commands that render a run report. */
const REPORT_FILES = [LABEL, formatOption(Object.keys(formats)), NO_ANNOTATIONS] as const;

/** For commands whose result is a few lines. */
export const VERBOSE = option(
  '--verbose',
  'print every rule that did not pass with its findings, and the tables of the load; with --dry-run, what each probe sends',
);

/** Options of commands that make a run report without sending. */
export const REPORT = [...READING, ...REPORT_FILES] as const;

/** Options of commands that make a run report of one target. */
export const RUN = [TARGET, ...SEND, ...REPORT_FILES] as const;

export const LIVE = option<'--live [port]', number | true>(
  '--live [port]',
  'show the progress as a page on 127.0.0.1 while the run lasts (default: a free port)',
  { read: count(0, 65_535), conflicts: ['emit', 'onCluster'] },
);

export const TRACES = option<'--traces [address]', string | true>(
  '--traces [address]',
  'send traceparent with every request, and a span of each to this collector by OTLP over HTTP (default: that of OTEL_EXPORTER_OTLP_ENDPOINT)',
  { read: (flag, text) => tracesOf(flag, text), key: 'traces' },
);

export const UPSTREAM = option(
  '--upstream <host:port>',
  'act as the provider of the gateway at this address, and check both ends; port 0 chooses a free one',
  { read: checked(parseListenAddress), key: 'upstream' },
);

/** Options of commands that may spend money. */
export const SPENDING = [
  option(
    '--budget <limit>',
    'maximum to spend: a sum in the currency of prices, or a number of calls, such as 5.00 or "150 calls"; a plan beyond it does not start',
    { read: checked(parseBudget) },
  ),
  option('--yes', 'do not ask before calls that may cost money'),
] as const;

/** Options of commands that judge rules. */
export const BASELINE = [
  option('--baseline <file>', 'accepted findings, with reasons and expiry dates'),
  option('--update-baseline', 'write rules that failed or could not be verified into --baseline', {
    needs: ['--baseline FILE'],
    because: 'that is the file to write',
  }),
  option('--reason <text>', 'reason of the entries that --update-baseline adds', {
    read: reason,
    needs: ['--update-baseline'],
    because: 'it is the reason of new entries',
  }),
  option('--strict-baseline', 'a stale entry fails the run (default: a warning)', {
    needs: ['--baseline FILE'],
  }),
] as const;

/** `--time-limit` means the same in every command: stop after this time. */
export function timeLimitOption(summary: string) {
  return option('--time-limit <time>', summary, { read: positiveDuration });
}

/** The limit of commands that send probes. */
export const PROBES_LIMIT = timeLimitOption(
  'stop the probes after this time, such as 10m; rules that are then undecided could not be verified (default: depends on the number of probes)',
);

export const RULE_SET = option(
  '--rule-set <number>',
  'report later rules without effect on the outcome (default: the newest set)',
);

export const DRY_RUN = option('--dry-run', 'print what would be sent, and send nothing');

/** Options of commands that judge conformance. */
export const CONFORM = [
  PROBES_LIMIT,
  option('--area <name>', 'only rules of this area; may be repeated', {
    read: collect,
    known: () => [...new Set(CATALOGUE.map(({ area }) => area))],
  }),
  option('--rule <id>', 'only this rule; may be repeated', {
    read: collect,
    known: () => CATALOGUE.map(({ rule }) => rule.id),
  }),
  option('--level <level>', 'only rules of this level; may be repeated', {
    read: collect,
    known: () => ['must', 'should', 'may'],
  }),
  option('--last-failed', 'only the required rules that failed in the newest run in reports/runs', {
    conflicts: ['rule'],
  }),
  RULE_SET,
  option(
    '--thorough',
    'send every request of the probes (default: fewer to a gateway whose calls may cost money)',
  ),
  option('--no-thorough', 'send less to any target: fewer repeats, which may miss rare defects'),
  DRY_RUN,
] as const;

export type ReadingOptions = OptionsOf<typeof READING>;
export type ReportOptions = OptionsOf<typeof REPORT>;
export type SpendingOptions = OptionsOf<typeof SPENDING>;
export type BaselineOptions = OptionsOf<typeof BASELINE>;
export type ConformOptions = OptionsOf<typeof CONFORM>;

/** @param known the names of the formats of a command */
export function formatOption(known: readonly string[]) {
  const read = (_flag: string, name: string, previous: readonly string[] = []) => {
    if (known.includes(name)) return [...previous, name];
    throw new UsageError(
      `Unknown format: ${name}.${didYouMean(name, known)} Formats: ${known.join(', ')}.`,
    );
  };
  return option('--format <name>', 'write only this report; may be repeated', {
    read,
    shownChoices: known,
  });
}

/** The commit of a CI job, where no `--label` names the build. */
export function buildLabel(
  given: string | undefined,
  { GITHUB_ACTIONS, GITHUB_SHA, GITLAB_CI, CI_COMMIT_SHA }: Readonly<NodeJS.ProcessEnv>,
): string | undefined {
  const github = GITHUB_ACTIONS === 'true' ? GITHUB_SHA : undefined;
  const commit = github ?? (GITLAB_CI === 'true' ? CI_COMMIT_SHA : undefined) ?? '';
  return given ?? (/^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 7) : undefined);
}

/** Longer names would fill the head of a report. */
const LABEL_CHARACTERS = 100;

function tracesOf(flag: string, text: string): string {
  const problem = collectorProblem(text);
  if (problem === undefined) return text;
  throw new UsageError(`${flag} ${problem}.`);
}

function label(flag: string, text: string): string {
  const name = text.trim();
  const isPrintable = !/\p{Cc}/u.test(name);
  if (name !== '' && name.length <= LABEL_CHARACTERS && isPrintable) return name;
  throw new UsageError(
    `${flag} needs 1 to ${LABEL_CHARACTERS} printable characters, such as a commit or a version; got ${JSON.stringify(text.slice(0, LABEL_CHARACTERS))}.`,
  );
}

function header(
  _flag: string,
  text: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name, value] = parseHeader(text);
  return { ...previous, [name]: value };
}

function reason(flag: string, text: string): string {
  if (!isPlaceholder(text)) return text;
  throw new UsageError(
    `${flag} is a placeholder: ${JSON.stringify(text)}. Write why the findings are accepted.`,
  );
}
