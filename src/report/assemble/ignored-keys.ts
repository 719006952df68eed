import { BILLABLE } from '../../contract/operations.ts';
import type { RuleResult } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';

/** Each of them has a finding in an operation that ignores Idempotency-Key, and none when it is taken. */
const WITNESSES = [
  'idempotency-every-billable-post',
  'idempotency-mismatch-refused',
  'idempotency-length-256-refused',
] as const;
/** Fewer could be a defect of their own. */
const LEAST_WITNESSES = 2;

/** What else follows where keys are ignored; their other findings are defects of their own. */
const FOLLOWS: ReadonlySet<string> = new Set([
  ...WITNESSES,
  'idempotency-after-disconnect',
  'idempotency-concurrent-one-effect',
  'idempotency-empty-refused',
  'idempotency-in-flight',
  'idempotency-json-spelling',
  'idempotency-mismatch-422',
  'idempotency-mismatch-each-member',
  'idempotency-mismatch-keeps-first',
  'idempotency-multipart-boundary',
  'idempotency-one-effect',
  'idempotency-replay',
  'idempotency-stream-flag',
  'idempotency-stream-one-result',
  'idempotency-stream-replay',
  'idempotency-video-same-job',
]);

/**
 * That Idempotency-Key has no effect, with the rules that fail only for that; undefined when it
 * has one in every operation.
 */
export function ignoredKeys(
  rules: readonly RuleResult[],
): NonNullable<RunReport['causes']>[number] | undefined {
  const witnesses = rules.filter(({ id }) => WITNESSES.some((witness) => witness === id));
  const seen = BILLABLE.filter((name) => judgedIn(witnesses, name).length > 0);
  const ignored = seen.filter((name) => {
    const judged = judgedIn(witnesses, name);
    return judged.length >= LEAST_WITNESSES && judged.every((rule) => hasFindings(rule, name));
  });
  if (ignored.length === 0) return undefined;
  const explained = rules
    .filter(({ id }) => FOLLOWS.has(id))
    .filter((rule) => isOnlyIn(rule, new Set<string>(ignored)))
    .map(({ id }) => id);
  const where = ignored.length === seen.length ? 'any operation' : listed(ignored);
  return { sentence: `Idempotency-Key has no effect on ${where}.`, rules: explained };
}

function judgedIn(witnesses: readonly RuleResult[], operation: string): readonly RuleResult[] {
  return witnesses.filter(({ conformance }) => (conformance?.pieces?.[operation]?.judged ?? 0) > 0);
}

function hasFindings({ conformance }: RuleResult, operation: string): boolean {
  return (conformance?.operations?.[operation] ?? 0) > 0;
}

/** Whether a rule has findings, and in those operations alone. */
function isOnlyIn({ conformance, load }: RuleResult, operations: ReadonlySet<string>): boolean {
  const found = Object.keys({ ...conformance?.operations, ...load?.operations });
  return found.length > 0 && found.every((name) => operations.has(name));
}

function listed(names: readonly string[]): string {
  const [last = '', ...before] = names.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}
