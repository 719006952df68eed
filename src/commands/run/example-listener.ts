import type { OnExample } from '../../conformance/judge.ts';
import { frozenLevels } from '../../report/assemble/assemble.ts';
import { findingRecord, levelOf } from '../../report/assemble/rule-results.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import type { Assessment } from './assessment.ts';

/** What turns examples of a run into findings of its session; undefined when the session takes none. */
export function exampleListener({
  session,
  profile,
  catalogue,
  ruleSet,
}: Pick<Assessment, 'session' | 'profile' | 'catalogue' | 'ruleSet'>): OnExample | undefined {
  const { onFinding } = session;
  if (onFinding === undefined) return undefined;
  const frozen = frozenLevels({ catalogue, ruleSet });
  const areas = new Map(catalogue.map(({ area, rule }) => [rule, area]));
  return (rule, example) => {
    const { id, provenance, statement } = rule;
    const area = areas.get(rule) ?? '';
    const level = levelOf(rule, profile, frozen);
    const record = findingRecord(rule, example, undefined);
    onFinding(withoutSecrets({ rule: id, area, level, provenance, statement, ...record }));
  };
}
