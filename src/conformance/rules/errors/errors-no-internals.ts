import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Texts that occur in code and never in a message; a line break may be one, or its JSON escape. */
const INTERNALS: readonly RegExp[] = [
  /(?:\n|\\n)\s{0,16}at [^\n\\]{1,200}?:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /File \\?"[^"\\]{1,200}\\?", line \d+/,
  /goroutine \d+ \[\w+/,
  /(?:^|[^\w:./])(?:\/[\w.@-]+){2,12}\.(?:py|[cm]?[jt]s|go|rb|php|rs|java|cs)\b/,
  /\b(?:SELECT [^\n]{1,200}? FROM|INSERT INTO|UPDATE \w+ SET) \w+/,
  /<(?:class '|[\w.]+ object at 0x)/,
];

/** An attacker reads which code, paths and tables to attack. */
export const errorsNoInternals: JudgeRule<'failure'> = {
  id: 'errors-no-internals',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; BerriAI/litellm#39757',
  statement: 'The body of a failure has no stack frames, source file paths, SQL or class names.',
  provenBy: 'err-stack-trace',
  evidence: 'failure',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ status, text }) {
    need(status >= 400 && text !== '', 'a failure with a body');
    for (const pattern of INTERNALS) {
      const found = pattern.exec(text.slice(0, SCANNED));
      if (found) yield { expected: 'a message for callers', actual: found[0].trim() };
    }
  },
};

/**
 * The part of a failure's body that is searched, in characters: leaked details stand at its start.
 */
const SCANNED = 16_384;
