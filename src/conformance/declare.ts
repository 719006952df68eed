import { OPERATION_NAMES, type Operation } from '../contract/operations.ts';
import type { EvidenceKind, EvidenceOf } from './evidence.ts';
import type { Expectations, SettingName } from './expectations.ts';
import type { Finding, JudgeRule, Provenance, RuleFacts } from './rule.ts';

/** What each rule that is part of Assay says, beside its evidence and its judge. */
export type Claim<K extends EvidenceKind> = Source &
  Omit<
    RuleFacts<K>,
    'id' | 'provenance' | 'source' | 'evidence' | 'harm' | 'settings' | 'operations'
  > & {
    /** The one that its id begins with when absent. */
    readonly operations?: readonly Operation[];
    /** What a user loses when a gateway breaks the rule: `assay explain`, reports and docs show it. */
    readonly harm: string;
  };

/** Where the claim comes from: the interface states it, or a public source lets us assume it. */
type Source = { readonly stated: string } | { readonly assumed: string };

interface Judging<K extends EvidenceKind, S extends SettingName> {
  /** The settings that the judge reads. */
  readonly settings?: readonly S[];
  judge(evidence: EvidenceOf[K], expect: Pick<Expectations, S>): Iterable<Finding>;
}

/** The facts of a claim as each rule has them. */
export function headOf<K extends EvidenceKind, Facts extends Claim<K>>(id: string, facts: Facts) {
  const isStated = 'stated' in facts;
  const provenance: Provenance = isStated ? 'stated' : 'assumed';
  const source = isStated ? facts.stated : facts.assumed;
  const operations = OPERATION_NAMES.filter((name) => id.startsWith(`${name}-`));
  return { operations, ...facts, id, provenance, source };
}

function declares<K extends EvidenceKind>(evidence: K) {
  return <S extends SettingName = never>(
    id: string,
    claim: Claim<K> & Judging<K, S>,
  ): JudgeRule<K> => ({
    ...headOf<K, typeof claim>(id, claim),
    evidence,
  });
}

/** A rule with a judge of its own, by its kind of evidence. */
export const answerRule = declares('answer');
export const streamRule = declares('stream');
export const replyRule = declares('reply');
export const failureRule = declares('failure');
export const anyRule = declares('any');
export const begunRule = declares('begun');
export const receivedRule = declares('received');
export const respondedRule = declares('responded');
export const keyRule = declares('key');
export const jobRule = declares('job');
export const seriesRule = declares('series');
export const historyRule = declares('history');

/** A rule over both ends, for which Assay is the provider. */
export function relayRule<S extends SettingName = never>(
  id: string,
  claim: Claim<'relay'> & Judging<'relay', S>,
): JudgeRule<'relay'> {
  const needs = ['upstream', ...(claim.needs ?? [])] as const;
  return { ...headOf<'relay', typeof claim>(id, claim), needs, evidence: 'relay' };
}
