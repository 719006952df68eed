import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import type { SizingOptions } from '../../measure/capacity/sizing.ts';
import type { CapacityOptions } from '../../measure/capacity/step-request.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { BaselineFile } from '../options/baseline-file.ts';
import type { RecordingOptions } from '../options/recording-options.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import type { Progress } from '../terminal/progress.ts';

/** What a command asks for. */
export interface Parts {
  readonly conformance: boolean;
  readonly load: boolean;
  /** A search for the knee, in place of one load. */
  readonly capacity?: CapacityOrder;
}

/** What is sought, and what for. */
export interface CapacityOrder {
  readonly wish: CapacityOptions;
  /** Absent when nothing is planned. */
  readonly plan?: SizingOptions;
}

/** What every part of a run works with. */
export interface Assessment extends ConnectedTarget {
  readonly configuration: Configuration;
  readonly catalogue: readonly CatalogueEntry[];
  readonly ruleSet: RuleSet;
  /** Absent without `--baseline`. */
  readonly baseline: BaselineFile | undefined;
  /** Billable calls to each operation, at most; absent without `--budget`. */
  readonly budget: Budget | undefined;
  /** Of the whole command; by the number of the probes when absent. */
  readonly timeLimitMs?: number | undefined;
  /** Outputs of k6's own that the load run feeds as well, as k6 takes them after `--out`. */
  readonly k6Outputs: readonly string[];
  /** How the load is spread over engines, kept and judged. */
  readonly recording: RecordingOptions;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}
