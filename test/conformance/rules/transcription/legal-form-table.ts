import type { JudgeRule } from '../../../../src/conformance/rule.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard, notHeard, unheard } from './transcripts.ts';

/** The rows of a rule by which a form with this label must be accepted. */
export function legalFormTable(rule: JudgeRule<'series'>, label: string): void {
  ruleTable(rule, [
    {
      name: 'a legal form that is accepted',
      evidence: series([heard('a'), heard('b')], { label }),
    },
    {
      name: 'a legal form that is refused',
      evidence: series([heard('a'), notHeard(400)], { label }),
      findings: [{ expected: `2xx for ${label}`, actual: 'status 400' }],
    },
    {
      name: 'a legal form on which the server fails',
      evidence: series([heard('a'), notHeard(500)], { label }),
      findings: [{ actual: 'status 500' }],
    },
    {
      name: 'a legal form whose connection is broken',
      evidence: series([heard('a'), unheard('reset')], { label }),
      findings: [{ actual: 'POST /audio/transcriptions was reset' }],
    },
    {
      name: 'a legal form that is not answered in time',
      evidence: series([heard('a'), unheard('timed-out')], { label }),
      unverifiable: 'an answer',
    },
    {
      name: 'a valid form that is refused too',
      evidence: series([notHeard(401), notHeard(401)], { label }),
      unverifiable: 'a valid request to succeed first, as a control',
    },
  ]);
}
