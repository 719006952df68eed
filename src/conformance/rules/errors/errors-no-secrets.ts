import { leakIn } from '../../../answers/failures/leaked-text.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * Forms of credentials that their issuers designed to be found. A masked one has stars or dots in
 * it. None begins inside of a longer word: a random id in base64 has any few letters somewhere.
 */
const SECRETS: readonly RegExp[] = [
  /(?<![\w-])sk-(?:[A-Za-z]+-)*[A-Za-z0-9_-]{16,}/g,
  /(?<![\w-])(?:gsk|xai|hf|nvapi|r8|pplx)[_-][A-Za-z0-9]{20,}/g,
  /(?<![\w+/-])AKIA[0-9A-Z]{16}\b/g,
  /(?<![\w+/-])AIza[\w-]{30,}/g,
  /(?<![\w-])gh[pousr]_[A-Za-z0-9]{30,}/g,
  /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}/g,
  /\bBearer\s+[A-Za-z0-9._~+/-]{20,}/gi,
  /\b\w+:\/\/[^\s/:@"\\]{1,64}:[^\s/:@"\\*]{4,128}@/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
];

/** Anyone who reads one answer can spend the gateway's money at its provider. */
export const errorsNoSecrets: JudgeRule<'any'> = {
  id: 'errors-no-secrets',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; CWE-209; BerriAI/litellm#39757',
  statement:
    'No failure, no header and no member outside of the text of the model shows a credential of the gateway, such as its key at a provider.',
  provenBy: 'err-upstream-key',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ exchange }) {
    for (const pattern of SECRETS) {
      const leak = leakIn(exchange, pattern, isOfCaller);
      if (leak === undefined) continue;
      yield { expected: 'no credential', actual: masked(leak.found), where: leak.where };
    }
  },
};

/** A cookie is a credential of the caller's own. */
function isOfCaller(where: string): boolean {
  return where === 'header set-cookie';
}

const SHOWN = 6;

function masked(secret: string): string {
  return `${secret.slice(0, SHOWN)}… (${secret.length} characters)`;
}
