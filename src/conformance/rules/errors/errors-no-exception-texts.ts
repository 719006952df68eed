import { failureText } from '../../../answers/failures/failure-text.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Texts that runtimes write and authors of messages do not. A bare name may be an error.type. */
const EXCEPTIONS: readonly RegExp[] = [
  /\b(?:[A-Za-z_]\w*\.)+[A-Z]\w*(?:Error|Exception)\b/,
  /\b(?:[A-Z]\w*::)+\w*(?:Error|Exception)\b/,
  /\b[A-Z]\w*(?:Error|Exception)(?:\(| ?[:-] )/,
  /\bCannot read propert(?:y|ies) of (?:undefined|null)\b/,
  /\bis not a function\b/,
  /\bobject has no attribute\b/,
  /\bpanic: |\bnil pointer dereference\b|\bNullPointerException\b/,
  /\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE)\b/,
];

/**
 * Users see texts of a program that they cannot understand, and attackers see which program it is.
 */
export const errorsNoExceptionTexts: JudgeRule<'any'> = {
  id: 'errors-no-exception-texts',
  level: 'should',
  provenance: 'assumed',
  source: 'CWE-209, CWE-550; OWASP, Improper Error Handling; BerriAI/litellm#39757',
  statement: 'The body of a failure has no text of an exception and no name of an exception class.',
  provenBy: 'err-exception-text',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge(reply) {
    const text = failureText(reply);
    need(text, 'a failure with a body');
    for (const pattern of EXCEPTIONS) {
      const found = pattern.exec(text);
      if (found === null) continue;
      yield { expected: 'a message for callers', actual: around(text, found.index) };
      return;
    }
  },
};

const SHOWN = 80;

function around(text: string, at: number): string {
  return text.slice(at, at + SHOWN);
}
