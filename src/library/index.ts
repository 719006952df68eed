/** `@assay/cli`: the runs of the command line for programs. */
export type { LiveFinding } from '../commands/run/session.ts';
export { SetupError } from '../input/setup-error.ts';
export { UsageError } from '../input/usage-error.ts';
export type { Evidence, FindingRecord } from '../report/schema/finding.ts';
export type { RuleResult, Verdict } from '../report/schema/rules.ts';
export type { RunReport } from '../report/schema/run-report.ts';
export { TargetUnreachable } from '../target/target-unreachable.ts';
export { type ConformOptions, conform } from './conform.ts';
export { type JudgeOptions, judge } from './judge.ts';
export { type LoadOptions, load } from './load.ts';
export type { Running } from './running.ts';
