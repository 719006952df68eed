import { failureText } from '../../../answers/failure-text.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Addresses that are not reachable from outside (RFC 1918, RFC 3927, RFC 4193), with their port.
 */
const PRIVATE = new RegExp(
  [
    String.raw`(?<![\w.])(?:10(?:\.\d{1,3}){3}|127(?:\.\d{1,3}){3}|169\.254(?:\.\d{1,3}){2})(?::\d{1,5})?(?!\.*\w)`,
    String.raw`(?<![\w.])(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2}(?::\d{1,5})?(?!\.*\w)`,
    String.raw`\[(?:::1|f[cd][0-9a-f]{2}:[0-9a-f:]+|fe80:[0-9a-f:]+)\](?::\d+)?`,
    String.raw`\blocalhost:\d+`,
    String.raw`(?<![\w.@-])[\w-]+(?:\.[\w-]+){0,6}\.(?:internal|svc|cluster\.local|lan|intranet)\b(?::\d+)?`,
  ].join('|'),
  'gi',
);

/** An attacker learns which machines are behind the gateway, and on which ports they listen. */
export const errorsNoPrivateAddresses: JudgeRule<'any'> = {
  id: 'errors-no-private-addresses',
  level: 'should',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; CWE-209; RFC 1918',
  statement: 'The body of a failure has no address of the network behind the gateway.',
  provenBy: 'err-upstream-address',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge(reply) {
    const text = failureText(reply);
    need(text, 'a failure with a body');
    // A gateway on such an address may show its own.
    const { host, hostname } = new URL(reply.exchange.request.url);
    for (const [found] of text.matchAll(PRIVATE)) {
      if (found === host || found === hostname) continue;
      yield { expected: 'no private address', actual: found };
      return;
    }
  },
};
