import { RELAYED } from '../../../contract/operations.ts';
import { failingUpstream } from '../../probes/relay/failures.ts';
import { keptStatus } from '../../rows/relays.ts';

export const relay429Stays429 = keptStatus('relay-429-stays-429', {
  level: 'must',
  assumed: 'RFC 6585 §4',
  statement: 'A 429 of the upstream reaches the caller as 429.',
  harm: 'Clients wait after 429, and only then. With another status they try again at once, or give up.',
  provenBy: 'relay-429-as-500',
  operations: RELAYED,
  probe: failingUpstream,
  of: (upstream) => upstream === 429,
  allows: (status) => status === 429,
  expected: () => '429',
  legal: [[429, 429]],
  illegal: [[429, 500]],
  others: [503],
});

export const relay5xxStaysError = keptStatus('relay-5xx-stays-error', {
  level: 'must',
  assumed: 'RFC 9110 §15.6',
  statement: 'If the upstream still returns 5xx after any retries, the caller gets 5xx.',
  harm: 'A failure that looks like an answer is shown to a user, stored and billed.',
  provenBy: 'relay-500-as-200',
  operations: RELAYED,
  probe: failingUpstream,
  of: isServerError,
  allows: isServerError,
  expected: (upstream) => `a 5xx status for ${upstream} of the upstream`,
  legal: [
    [500, 502],
    [529, 529],
    [503, 599],
  ],
  illegal: [
    [500, 200],
    [503, 429],
    [503, 600],
  ],
  others: [400, 600],
});

export const relayUpstream401Masked = keptStatus('relay-upstream-401-masked', {
  level: 'should',
  assumed: 'RFC 9110 §15.5.2: 401 is about the credentials of the request',
  statement: 'A 401 or 403 of the upstream is not a 401 for the caller, whose key is valid.',
  harm: 'A 401 is about the key of the caller: its owner replaces a valid key, and the cause remains.',
  provenBy: 'relay-pass-401',
  operations: RELAYED,
  probe: failingUpstream,
  of: (upstream) => upstream === 401 || upstream === 403,
  allows: (status) => status !== 401,
  expected: (upstream) => `another status than 401 for ${upstream} of the upstream`,
  legal: [
    [401, 502],
    [403, 403],
  ],
  illegal: [
    [401, 401],
    [403, 401],
  ],
  others: [400],
});

function isServerError(status: number): boolean {
  return status >= 500 && status < 600;
}
