import type { BehaviourSheet } from '../behaviour-sheet/schema.ts';
import type { MeasuredLoad } from '../performance/measured-subject.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { SubjectRecord } from './schema.ts';

/** What an interleaved load measured of one target. */
export interface LoadedSubject {
  readonly load: MeasuredLoad;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly profile: string;
}

/** One compared target: its report, its sheet, both, or neither when it could not be reached. */
export interface Subject {
  readonly label: string;
  readonly source: SubjectRecord['source'];
  /** Its address or file; the report or sheet has the exact one. */
  readonly address: string;
  readonly report?: RunReport;
  readonly sheet?: BehaviourSheet;
  /** The load of an interleaved comparison, which has neither report nor sheet. */
  readonly loaded?: LoadedSubject;
  /** Why something is missing, a sentence each. */
  readonly reasons?: readonly string[];
}
