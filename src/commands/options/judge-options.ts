import { JUDGE_WORKERS } from './load-options.ts';
import type { OptionsOf } from './option.ts';
import { BASELINE, REPORT, RULE_SET } from './run-options.ts';

/** Of `assay judge`. */
export const JUDGE = [...REPORT, ...BASELINE, JUDGE_WORKERS, RULE_SET] as const;

export type JudgeOptions = OptionsOf<typeof JUDGE>;
