import { failureText } from '../../../answers/failure-text.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Forms of credentials that their issuers designed to be found. A masked one has stars or dots in
 * it.
 */
const SECRETS: readonly RegExp[] = [
  /\bsk-(?:[A-Za-z]+-)*[A-Za-z0-9_-]{16,}/,
  /\b(?:gsk|xai|hf|nvapi|r8|pplx)[_-][A-Za-z0-9]{20,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}/,
  /\bBearer\s+[A-Za-z0-9._~+/-]{20,}/i,
  /\b\w+:\/\/[^\s/:@"\\]{1,64}:[^\s/:@"\\*]{4,128}@/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/** Anyone who reads one error message can spend the gateway's money at its provider. */
export const errorsNoSecrets: JudgeRule<'any'> = {
  id: 'errors-no-secrets',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; CWE-209; BerriAI/litellm#39757',
  statement:
    'The body of a failure has no credential of the gateway, such as its key at a provider.',
  provenBy: 'err-upstream-key',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge(reply) {
    const text = failureText(reply);
    need(text, 'a failure with a body');
    for (const pattern of SECRETS) {
      const found = pattern.exec(text)?.[0];
      if (found !== undefined) yield { expected: 'no credential', actual: masked(found) };
    }
  },
};

const SHOWN = 6;

function masked(secret: string): string {
  return `${secret.slice(0, SHOWN)}… (${secret.length} characters)`;
}
