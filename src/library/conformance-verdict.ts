import type { RuleResult } from '../report/schema/rules.ts';
import type { RunReport } from '../report/schema/run-report.ts';

/** The rules of a report that must pass; all required ones when empty. */
export interface ConformanceScope {
  /** One area or several, such as `chat-stream`. */
  readonly area?: string | readonly string[];
  /** Ids of rules. */
  readonly rule?: string | readonly string[];
}

/** Whether a report shows conformance, and a sentence with the reasons. */
export interface ConformanceVerdict {
  readonly conforms: boolean;
  readonly message: string;
}

/** Rules in a message. */
const SHOWN = 10;

/**
 * Whether all required rules in the scope passed. A rule that could not be verified does not pass, and
 * neither does a scope in which nothing was judged.
 */
export function conformanceVerdict(
  report: RunReport,
  { area, rule }: ConformanceScope = {},
): ConformanceVerdict {
  const scope = report.rules.filter(
    (each) => isAmong(each.area, area) && isAmong(each.id, rule) && each.level === 'must',
  );
  const failed = scope.filter(
    ({ verdict }) => verdict === 'fail' || verdict === 'could-not-verify',
  );
  const judged = scope.filter(({ verdict }) => verdict !== 'not-applicable');
  if (judged.length === 0) {
    const why = [...new Set(scope.map(({ reason }) => reason ?? 'not selected'))].slice(0, 3);
    return {
      conforms: false,
      message: `No required rule was judged${why.length > 0 ? `: ${why.join('; ')}` : ' in this scope: check its areas and ids'}.`,
    };
  }
  if (failed.length === 0) {
    return { conforms: true, message: `${judged.length} required rules passed.` };
  }
  const lines = failed.slice(0, SHOWN).map(ruleLine);
  const rest = failed.length - lines.length;
  return {
    conforms: false,
    message: [
      `${failed.length} of ${judged.length} required rules did not pass at ${report.target.address}:`,
      ...lines,
      ...(rest > 0 ? [`  and ${rest} more`] : []),
      `Repeat: ${report.repro}`,
    ].join('\n'),
  };
}

function isAmong(value: string, wanted: string | readonly string[] | undefined): boolean {
  return wanted === undefined || [wanted].flat().includes(value);
}

function ruleLine({ id, statement, reason, conformance, load }: RuleResult): string {
  const [example] = [...(conformance?.examples ?? []), ...(load?.examples ?? [])];
  const why =
    example === undefined
      ? `could not be verified: ${reason ?? 'no evidence'}`
      : `expected ${example.expected}, got ${example.actual}${example.where === undefined ? '' : ` (${example.where})`}`;
  return `  ${id}: ${statement}\n    ${why}`;
}
