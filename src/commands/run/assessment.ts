import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import type { RuleSet } from '../../conformance/rule-set.ts';
import type { RunFacts } from '../../report/assemble/assemble.ts';
import type { EarlierRun } from '../../report/performance/compare-performance.ts';
import type { BaselineFile } from '../configuration/baseline-file.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { ExploreOrder } from '../options/explore-options.ts';
import type { RecordingOptions } from '../options/load-options.ts';
import type { ConnectedTarget } from '../target/connect-target.ts';
import type { UpstreamPace } from '../target/open-upstream.ts';
import type { FailedRules } from './probe-progress.ts';
import type { Session } from './session.ts';
import type { OpenedTarget } from './with-targets.ts';

/** The parts of a run. */
export interface Parts {
  readonly conformance: boolean;
  /** Absent where nothing is explored. */
  readonly explore?: ExploreOrder;
  readonly measurement?: Measurement;
}

/** What a run measures under load: one load, a search for the knee, or what the gateway adds. */
export interface Measurement {
  /** Whether the number of its requests is known before. */
  readonly isPlanned: boolean;
  /** Whether rules judge what it sends. */
  readonly isJudged: boolean;
  /** When the upstream writes and reports, where that is not as usual. */
  readonly pace?: UpstreamPace;
  /**
   * The configuration that it uses, where it changes the one of the run.
   * @throws UsageError when it cannot be measured with that
   */
  configure?(configuration: Configuration): Configuration;
  /** @throws UsageError when a part of the configuration can have no effect */
  check?(configuration: Configuration): void;
  /** @throws UsageError when the target cannot be measured */
  checkTarget?(connected: ConnectedTarget): void;
  /**
   * @param binary path of the engine
   * @throws SetupError, UsageError
   */
  run(assessment: Assessment, binary: string): Promise<Measured>;
}

/** What was measured. */
export interface Measured {
  /** For the report. */
  readonly facts: Pick<RunFacts, 'load' | 'capacity' | 'overhead'>;
  /** Failures of the engine, the scenario or a rule of Assay, a sentence each. */
  readonly failures: readonly string[];
  /** Why it ended early, a sentence each. */
  readonly cutShort: readonly string[];
  /** Why the target is gone; absent while it responds, and where the facts show it. */
  readonly targetTrouble?: string;
}

/** What the options and the files that they name say of a run. */
export interface RunInputs {
  readonly configuration: Configuration;
  /** The rules to judge by; none where nothing is judged. */
  readonly catalogue: readonly CatalogueEntry[];
  readonly ruleSet: RuleSet;
  /** Absent without `--baseline`. */
  readonly baseline?: BaselineFile | undefined;
  /** The earlier run that this one is compared with; absent without `--against`. */
  readonly against?: EarlierRun | undefined;
}

/** A run with its target opened. */
export interface OpenedRun extends RunInputs, OpenedTarget, Session {
  /** Name of the build; absent when none was given. */
  readonly label?: string | undefined;
  /** For the whole command; depends on the number of probes when absent. */
  readonly timeLimitMs?: number | undefined;
  /** Further outputs of k6, in the form of its `--out`. */
  readonly k6Outputs: readonly string[];
  /** Another gateway, with which an exploration compares; absent without one. */
  readonly opponent?: OpenedTarget | undefined;
  /** How the load is split over engines, recorded and judged. */
  readonly recording: RecordingOptions;
}

/** Input of every part of a run. */
export interface Assessment extends OpenedRun {
  readonly failedRules: FailedRules;
}
