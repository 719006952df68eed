import { describeOutcome } from '../../answers/narrow.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ResolvedProfile } from '../profiles/resolved-profile.ts';
import type { Finding, Rule } from '../rule.ts';

/** An operation that a profile says is offered, and the exchange that shows that it is not. */
interface MissingOperation {
  readonly finding: Finding;
  readonly exchange: Exchange;
}

/** The missing operations that are findings of each rule. */
export function missingOperationsByRule(
  rules: readonly Rule[],
  profile: ResolvedProfile,
  missing: ReadonlyMap<Operation, Exchange> = new Map(),
): ReadonlyMap<Rule, readonly MissingOperation[]> {
  const candidates = rules.filter(({ id }) => profile.rules.get(id)?.value !== 'off');
  const owned = [...missing].flatMap(([operation, exchange]) => {
    const owner = ownerOf(operation, candidates);
    const declared = profile.operations.get(operation)?.reason ?? 'without a reason';
    const finding = {
      expected: `${operation} offered, as profile ${profile.name} declares (${declared})`,
      actual: describeOutcome(exchange),
    };
    return owner === undefined ? [] : [{ owner, finding, exchange }];
  });
  return Map.groupBy(owned, ({ owner }) => owner);
}

/** The stated rule over the fewest operations, or the first of several: the most specific one. */
function ownerOf(operation: Operation, rules: readonly Rule[]): Rule | undefined {
  const about = rules.filter(({ operations }) => operations.includes(operation));
  const stated = about.filter(({ provenance }) => provenance === 'stated');
  const [owner] = (stated.length > 0 ? stated : about).toSorted(
    (one, other) => one.operations.length - other.operations.length,
  );
  return owner;
}
