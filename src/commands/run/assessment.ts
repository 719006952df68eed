import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { Effort } from '../../conformance/effort.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import type { SizingOptions } from '../../measure/capacity/sizing.ts';
import type { CapacityOptions } from '../../measure/capacity/step-request.ts';
import type { EarlierRun } from '../../report/assemble/against-section.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { BaselineFile } from '../options/baseline-file.ts';
import type { RecordingOptions } from '../options/recording-options.ts';
import type { OverheadOrder } from '../overhead/overhead-order.ts';
import type { Session } from '../session/session.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import type { Progress } from '../terminal/progress.ts';

/** The parts of a run. */
export interface Parts {
  readonly conformance: boolean;
  readonly load: boolean;
  /** A search for the knee, instead of one load. */
  readonly capacity?: CapacityOrder;
  /** What the gateway adds, instead of one load. */
  readonly overhead?: OverheadOrder;
}

/** Settings of a search for the knee, and of the plan. */
export interface CapacityOrder {
  readonly wish: CapacityOptions;
  /** Absent without `--plan-for`. */
  readonly plan?: SizingOptions;
}

/** Input of every part of a run. */
export interface Assessment extends ConnectedTarget {
  readonly configuration: Configuration;
  /** Name of the build; absent when none was given. */
  readonly label?: string | undefined;
  readonly catalogue: readonly CatalogueEntry[];
  readonly ruleSet: RuleSet;
  /** Absent without `--baseline`. */
  readonly baseline: BaselineFile | undefined;
  /** How much the probes send; `thorough` when absent. */
  readonly effort?: Effort;
  /** The earlier run that this one is compared with; absent without `--against`. */
  readonly against?: EarlierRun | undefined;
  /** Absent where nothing limits or counts what is spent. */
  readonly budget: Budget | undefined;
  /** For the whole command; depends on the number of probes when absent. */
  readonly timeLimitMs?: number | undefined;
  /** Further outputs of k6, in the form of its `--out`. */
  readonly k6Outputs: readonly string[];
  /** How the load is split over engines, recorded and judged. */
  readonly recording: RecordingOptions;
  readonly session: Pick<Session, 'words' | 'onFinding'>;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}
