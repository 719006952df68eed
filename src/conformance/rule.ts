import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { EvidenceKind, EvidenceOf, Relay, Series } from './evidence.ts';
import type { Expectations } from './expectations.ts';
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
export type Prerequisite =
  /** A key that identifies the caller to the target. */
  | 'api-key'
  /** A key that is a bearer token in Authorization, as the interface states it. */
  | 'bearer-key'
  /** A counter of billable effects: that of the target, or Assay as its provider. */
  | 'ledger'
  /** An API key of another tenant. */
  | 'second-key'
  /** A model that answers with its prompt. */
  | 'echoing-model'
  /** A way to make the model fail. */
  | 'failure-trigger'
  /** Answers slow enough to overlap. */
  | 'slow-answers'
  /** Videos whose content is at the gateway, not at a store beside it. */
  | 'own-content'
  /** Images of a type that Assay can decode. */
  | 'decodable-images'
  /** Video jobs that are still unfinished when they can first be read. */
  | 'unfinished-jobs'
  /** Assay as the provider behind the gateway. */
  | 'upstream';

interface RuleFacts<K extends EvidenceKind> {
  /** Equals the file name. */
  readonly id: string;
  readonly level: Level;
  readonly provenance: Provenance;
  /** Where the claim comes from. */
  readonly source: string;
  /** One sentence, present tense, testable. */
  readonly statement: string;
  /** Id of the fault in the reference gateway that trips this rule. */
  readonly provenBy: string;
  readonly evidence: K;
  readonly operations: readonly Operation[];
  readonly needs?: readonly Prerequisite[];
  /** A finding depends on Assay's own clock: it counts only while Assay was not stalled. */
  readonly measuresTime?: true;
  /** Ordinary traffic settles it, without the script of its probe or a second key (`relay` only). */
  readonly fromTraffic?: true;
  /** It judges what all probes saw at both ends, also those of other rules (`relay` only). */
  readonly fromEveryProbe?: true;
  readonly probe: Probe<K>;
}

/**
 * A rule that judges each piece of evidence separately.
 *
 * Two parts of a rule's source file are data that users read (`rule-source.ts`): the doc comment
 * right before the exported rule is the harm in its documentation page and in reports, and every
 * `expect.name` that the file reads is listed as a setting of the rule.
 */
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
  /** Runs with no other probe beside it, because it counts effects or measures time. */
  readonly alone?: true;
  /** Runs after all others that run alone: it may keep the gateway busy afterwards. */
  readonly last?: true;
  /** What it omits in a modest run, such as `2 chats instead of 20`; it sends all when absent. */
  readonly modest?: string;
  /** What it may fail to get, such as `a DELETE of an unfinished job`: its rules name it then. */
  readonly seeks?: string;
  /** The prerequisite without which it cannot get that. */
  readonly seeksIn?: Prerequisite;
  run(gateway: ProbeGateway): Promise<readonly Piece[]>;
}

/** What a probe gathers: single exchanges, or the members of a group or of its own series. */
export type Gathered<K extends EvidenceKind> = K extends 'relay'
  ? Relay
  : K extends 'key' | 'job' | 'series'
    ? Series
    : Exchange;

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
  readonly exchange?: Exchange;
}

/**
 * Thrown by `need`: this piece of evidence cannot settle the rule. Judges catch it. It
 * is thrown for many exchanges of a load run, so it has no stack, which would cost more than
 * judging.
 */
export class Unverifiable extends Error {
  override name = 'Unverifiable' as const;
  /** What would have given the evidence. */
  readonly missingPrerequisite: Prerequisite | undefined;
  /** Id of the rule whose finding is why the evidence is missing. */
  readonly because: string | undefined;
  /** The evidence was never meant for this rule: it is not counted as unverified. */
  readonly isForeign: boolean;

  constructor(message: string, { missingPrerequisite, because, isForeign = false }: Why = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.missingPrerequisite = missingPrerequisite;
    this.because = because;
    this.isForeign = isForeign;
  }
}

/** Why evidence cannot settle a rule. */
interface Why {
  readonly missingPrerequisite?: Prerequisite | undefined;
  readonly because?: string | undefined;
  readonly isForeign?: boolean;
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
 * States what evidence must be to concern the rule at all, such as a request without a key. Other
 * evidence of the same probe is meant for other rules, and is not counted.
 * @param what as of `need`
 */
export function concerns(condition: unknown, what: string): asserts condition {
  if (condition === undefined || condition === null || condition === false) {
    throw unverifiable(what, { isForeign: true });
  }
}

/** The same reasons recur, and creating an error costs more than throwing it. */
const ERRORS = new Map<string, Unverifiable>();
const ERRORS_KEPT = 500;

function unverifiable(what: string, why: Why): Unverifiable {
  const { missingPrerequisite, because, isForeign } = why;
  const isPlain = missingPrerequisite === undefined && because === undefined && !isForeign;
  // Most reasons are plain, and their texts are constants: those are found without making a text.
  const name = isPlain
    ? what
    : `${what}\n${missingPrerequisite ?? ''}\n${because ?? ''}\n${isForeign === true}`;
  const known = ERRORS.get(name);
  if (known !== undefined) return known;
  const made = new Unverifiable(`needs ${what}`, why);
  if (ERRORS.size < ERRORS_KEPT) ERRORS.set(name, made);
  return made;
}

/**
 * Like `need`, for evidence that a prerequisite would have given. Where the prerequisite is waived,
 * or is one that a target may omit by design, and no other evidence settles the rule, the rule is
 * not applicable.
 */
export function needWithout(prerequisite: Prerequisite, condition: boolean, what: string): void {
  if (!condition) throw unverifiable(what, { missingPrerequisite: prerequisite });
}
