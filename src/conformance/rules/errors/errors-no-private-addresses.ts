import { leakIn } from '../../../answers/failures/leaked-text.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import type { JudgeRule } from '../../rule.ts';

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

/** Headers about the caller, its browser, or the addresses that it may request. */
const OF_CALLER =
  /^header (?:access-control-|content-security-policy|x-forwarded-|(?:forwarded|x-real-ip|x-client-ip|location|content-location|set-cookie)$)/;

/** An attacker learns which machines are behind the gateway, and on which ports they listen. */
export const errorsNoPrivateAddresses: JudgeRule<'any'> = {
  id: 'errors-no-private-addresses',
  level: 'should',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; CWE-209; RFC 1918',
  statement:
    'No failure, no header and no member outside of the text of the model shows an address of the network behind the gateway.',
  provenBy: 'err-upstream-address',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ exchange }) {
    // A gateway on such an address may show its own.
    const { host, hostname } = new URL(exchange.request.url);
    const leak = leakIn(
      exchange,
      PRIVATE,
      (where, found) => OF_CALLER.test(where) || found === host || found === hostname,
    );
    if (leak) yield { expected: 'no private address', actual: leak.found, where: leak.where };
  },
};
