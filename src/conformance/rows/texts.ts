import { failureText, leakIn } from '../../answers/failures/own-texts.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Claim } from '../declare.ts';
import { type JudgeRule, need } from '../rule.ts';
import { type RowData, rowOf } from './row.ts';

interface Texts {
  /** What must not occur. Each is global where it is sought in several places. */
  readonly patterns: readonly RegExp[];
  /** Messages of a failure that may occur, and those that may not. */
  readonly legal: readonly string[];
  readonly illegal: readonly string[];
}

/** Characters that a finding shows, from the start of the match. */
const SHOWN = 80;

/** How a gateway describes a failure, in answers of this kind, has no text like these. */
export function failureWithout<K extends 'any' | 'failure'>(
  id: string,
  evidence: K,
  facts: Claim<K> & Texts,
): JudgeRule<K> & RowData {
  return {
    ...rowOf(id, 'failureWithout', facts),
    evidence,
    *judge(reply) {
      const text = failureText(reply);
      need(text, 'a failure with a body');
      for (const pattern of facts.patterns) {
        const at = pattern.exec(text)?.index;
        if (at === undefined) continue;
        yield { expected: 'a message for callers', actual: text.slice(at, at + SHOWN).trim() };
        return;
      }
    },
  };
}

/** Nothing that a gateway writes itself, in a failure or a good answer, has a text like these. */
export function answersWithout(
  id: string,
  facts: Claim<'any'> &
    Texts & {
      readonly expected: string;
      /** Whether it may stand at this place. */
      readonly mayShow: (where: string, found: string, exchange: Exchange) => boolean;
      /** What a finding shows of it; all when absent. */
      readonly shown?: (found: string) => string;
    },
): JudgeRule<'any'> & RowData {
  const { patterns, expected, mayShow, shown = (found) => found } = facts;
  return {
    ...rowOf(id, 'answersWithout', facts),
    evidence: 'any',
    *judge({ exchange }) {
      for (const pattern of patterns) {
        const leak = leakIn(exchange, pattern, (where, found) => mayShow(where, found, exchange));
        if (leak) yield { expected, actual: shown(leak.found), where: leak.where };
      }
    },
  };
}
