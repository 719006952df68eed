import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { EvidenceKind, EvidenceOf, Relay, Series } from './evidence.ts';
import type { Expectations, Feature, SettingName } from './expectations.ts';
import type { ProbeGateway } from './gateway.ts';

/**
 * As in RFC 2119. A finding of a required rule (must) fails the run, of a recommended rule (should)
 * is a warning, of an optional rule (may) a note.
 */
export type Level = 'must' | 'should' | 'may';

/** Said by the interface document, or inferred from a named public source. */
export type Provenance = 'stated' | 'assumed';

/**
 * What a rule requires of a target. Without it the verdict is could-not-verify, never a pass. A
 * profile may waive it, with a reason, which makes the rule not-applicable.
 */
export const PREREQUISITES = [
  /** A key that identifies the caller to the target. */
  'api-key',
  /** A counter of billable effects: that of the target, or Assay as its provider. */
  'ledger',
  /** Messages of HTTP/1.1. */
  'http1',
  /** Streams of HTTP/2. */
  'http2',
  /** A connection to the target, whose messages no proxy reads and writes. */
  'own-connection',
  /** An API key of another tenant. */
  'second-key',
  /** A model that answers with its prompt. */
  'echoing-model',
  /** A way to make the model fail. */
  'failure-trigger',
  /** Assay as the provider behind the gateway. */
  'upstream',
] as const;

export type Prerequisite = (typeof PREREQUISITES)[number];

/** What a rule needs: without a feature that it names, it is not applicable. */
export type Need = Prerequisite | Feature;

export interface RuleFacts<K extends EvidenceKind> {
  readonly id: string;
  readonly level: Level;
  readonly provenance: Provenance;
  /** Where the claim comes from. */
  readonly source: string;
  /** One sentence, present tense, testable. */
  readonly statement: string;
  /** What a user loses when a gateway breaks the rule. */
  readonly harm?: string;
  /** Settings that the judge reads and a profile can change. */
  readonly settings?: readonly SettingName[];
  /** Id of the fault in the reference gateway that trips this rule. */
  readonly provenBy: string;
  readonly evidence: K;
  readonly operations: readonly Operation[];
  readonly needs?: readonly Need[];
  /** A finding depends on Assay's own clock: it counts only while Assay was not stalled. */
  readonly measuresTime?: true;
  /**
   * What settles it beside its own probe (`relay` only): ordinary traffic, without a script or a second
   * key; what the probes of other rules saw at both ends.
   */
  readonly alsoFrom?: readonly ('traffic' | 'every probe')[];
  readonly probe: Probe<K>;
}

/** A rule that judges each piece of evidence separately. */
export interface JudgeRule<K extends EvidenceKind = EvidenceKind> extends RuleFacts<K> {
  /** Pure and synchronous: no clock, no I/O, no logging. Yields one finding per contradiction. */
  judge(evidence: EvidenceOf[K], expect: Expectations): Iterable<Finding>;
}

/** A rule over a whole run, such as "ids are unique": it keeps a digest in bounded memory. */
export interface FoldRule<K extends EvidenceKind = EvidenceKind> extends RuleFacts<K> {
  /** A fresh fold for one run. */
  fold(expect: Expectations): Fold<K>;
}

export interface Fold<K extends EvidenceKind = EvidenceKind> {
  add(evidence: EvidenceOf[K]): Iterable<Finding>;
}

export type Rule<K extends EvidenceKind = EvidenceKind> = JudgeRule<K> | FoldRule<K>;

/**
 * Talks to the gateway and judges nothing. A probe that several rules name runs once.
 * What it returns is narrowed to the rule's evidence; what does not fit is unverified.
 */
export type Probe<K extends EvidenceKind = EvidenceKind> = ProbeFor<Gathered<K>>;

interface ProbeFor<Piece> {
  readonly name: string;
  /**
   * Runs with no other probe beside it, because it counts effects or measures time; `last` after all
   * others, because it may keep the gateway busy afterwards.
   */
  readonly alone?: true | 'last';
  /** What it omits in a modest run, such as `2 chats instead of 20`; it sends all when absent. */
  readonly modest?: string;
  /** `need` and `needSeen` state what it must get in order to go on: its rules name it then. */
  run(gateway: ProbeGateway): Promise<readonly Piece[]>;
}

/** What a probe gathers: single exchanges, or the members of a group or of its own series. */
export type Gathered<K extends EvidenceKind> = K extends 'relay'
  ? Relay
  : K extends 'key' | 'job' | 'series'
    ? Series
    : Exchange;

/** Where it is judged, as in "in conformance". */
export function judgedIn({ evidence }: Pick<Rule, 'evidence'>): string {
  if (evidence === 'history') return 'in explorations';
  return evidence === 'series' ? 'in conformance' : 'in conformance and under load';
}

/** One contradiction between the rule's statement and an observation. */
export interface Finding {
  readonly expected: string;
  /** The value itself, so that null stays null; undefined is shown as `absent`. */
  readonly actual: unknown;
  /** Where in the body, such as `choices[0].finish_reason`. */
  readonly where?: string;
  /** When, in ms since the request was sent. */
  readonly atMs?: number;
  /** Which exchange of a group or series; the evidence's own when absent. */
  readonly exchange?: Exchange | undefined;
}

/**
 * Thrown by `need`: this piece of evidence cannot settle the rule. Judges catch it. It
 * is thrown for many exchanges of a load run, so it has no stack, which would cost more than
 * judging.
 */
export class Unverifiable extends Error {
  override name = 'Unverifiable' as const;
  readonly why: Why;

  constructor(message: string, why: Why = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.why = why;
  }
}

/** Why evidence cannot settle a rule. */
export interface Why {
  /** Id of the rule whose finding is why the evidence is missing. */
  readonly because?: string | undefined;
  /** The evidence was never meant for this rule: it is not counted as unverified. */
  readonly doesNotApply?: true;
  /** A target that breaks no rule need never show what is missing. */
  readonly isUnseen?: true;
}

/**
 * States what a judge needs in order to decide. Without it the evidence counts as unverified.
 * @param what as in "needs …", such as "a stream with [DONE]"
 * @param because id of the rule that has a finding where this is missing: a baseline that
 *   accepts that finding also accepts what cannot be verified because of it
 */
export function need(condition: unknown, what: string, because?: string): asserts condition {
  if (condition === undefined || condition === null || condition === false) {
    throw unverifiable(what, { because });
  }
}

/**
 * States to what evidence the rule applies at all, such as a request without a key. Other
 * evidence of the same probe is meant for other rules, and is not counted.
 * @param what as of `need`
 */
export function appliesTo(condition: unknown, what: string): asserts condition {
  if (condition === undefined || condition === null || condition === false) {
    throw unverifiable(what, { doesNotApply: true });
  }
}

/**
 * Like `need`, for what a target that breaks no rule need never show, such as an unfinished job. If no
 * evidence shows it, the rule is not applicable.
 * @param what as of `need`
 */
export function needSeen(condition: unknown, what: string): asserts condition {
  if (condition === undefined || condition === null || condition === false) {
    throw unverifiable(what, { isUnseen: true });
  }
}

/** The same reasons recur, and creating an error costs more than throwing it. */
const ERRORS = new Map<string, Unverifiable>();
const ERRORS_KEPT = 500;

function unverifiable(what: string, why: Why): Unverifiable {
  // Most reasons are plain, and their texts are constants: those are found without making a text.
  const { because = '', doesNotApply = '', isUnseen = '' } = why;
  const isPlain = because === '' && !doesNotApply && !isUnseen;
  const name = isPlain ? what : `${what}\n${because}\n${doesNotApply}\n${isUnseen}`;
  const known = ERRORS.get(name);
  if (known !== undefined) return known;
  const made = new Unverifiable(`needs ${what}`, why);
  if (ERRORS.size < ERRORS_KEPT) ERRORS.set(name, made);
  return made;
}
