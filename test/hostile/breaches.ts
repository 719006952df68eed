import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { SecretFinder } from '../support/canary/find-secrets.ts';
import { expectationOf, type Name } from './expectations.ts';
import { type HostileRun, KEYS } from './run-hostile.ts';

const LONGEST_S = 90;
const MOST_MIB = 512;
const SECRETS = new SecretFinder(KEYS);
/** C0 except line ends and tabs, DEL, C1, and characters that change the direction of text. */
const CONTROLS = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** What a run did that no gateway may cause, one sentence each. */
export function breachesOf(run: HostileRun): readonly string[] {
  const { code, seconds, peak, strayed, leftBehind } = run;
  return [
    ...(code === null ? ['it did not end'] : []),
    ...(seconds > LONGEST_S ? [`it took ${seconds.toFixed(0)} s`] : []),
    ...(code !== null && code !== 1 && code !== 2 ? [`exit code ${code}`] : []),
    ...(peak.mib > MOST_MIB ? [`${peak.command} took ${peak.mib.toFixed(0)} MiB`] : []),
    ...strayed.map((line) => `it sent a request to another origin: ${line}`),
    ...leftBehind.map((process) => `it left a process behind: ${process}`),
    ...textsOf(run).flatMap(([name, text]) => textBreaches(name, text)),
    ...(namesOf(run).length === 0 ? [namelessBreach(run)] : []),
  ];
}

function textsOf({ stdout, stderr, files }: HostileRun): readonly (readonly [string, string])[] {
  return [['stdout', stdout], ['stderr', stderr], ...files];
}

function textBreaches(name: string, text: string): readonly string[] {
  const control = CONTROLS.exec(text)?.[0].codePointAt(0)?.toString(16);
  return [
    ...SECRETS.in(Buffer.from(text)).map((form) => `${name} shows a key: ${form}`),
    ...(control === undefined ? [] : [`${name} has the control character U+${control}`]),
    ...(/^ {4}at .*:\d+:\d+\)?$/m.test(text) ? [`${name} has a stack trace`] : []),
  ];
}

/** How the run names the trouble: ids of rules, and words of the terminal. */
function namesOf(run: HostileRun): readonly string[] {
  const found = rulesWithFindings(run);
  const text = `${run.stdout}\n${run.stderr}`.replaceAll(/\s+/g, ' ');
  const namedBy = (name: Name): readonly string[] => {
    if (typeof name === 'string') return found.includes(name) ? [name] : [];
    return name.exec(text)?.slice(0, 1) ?? [];
  };
  return expectationOf(run.name)[run.command].flatMap(namedBy);
}

function namelessBreach(run: HostileRun): string {
  const wanted = expectationOf(run.name)[run.command].map(String).join(', ');
  return `nothing names the trouble: expected one of ${wanted}; findings: ${rulesWithFindings(run).join(', ') || 'none'}`;
}

/** The ids of the rules with findings; empty without a report. */
function rulesWithFindings({ files }: HostileRun): readonly string[] {
  const json = files.get('report.json');
  if (json === undefined) return [];
  return RunReportSchema.parse(JSON.parse(json))
    .rules.filter(({ verdict }) => ['fail', 'warn', 'note'].includes(verdict))
    .map(({ id }) => id);
}
