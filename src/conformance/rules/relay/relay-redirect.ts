import { BILLABLE } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { credentialOf } from '../../../exchange/upstream/upstream-credential.ts';
import { redirectingUpstream } from '../../probes/relay/redirecting-upstream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A server that the provider redirects to gets the key of the gateway, and the prompts of its callers. */
export const relayRedirect: JudgeRule<'relay'> = {
  id: 'relay-redirect',
  level: 'must',
  provenance: 'assumed',
  source:
    'RFC 9110 §15.4 (remove Authorization for another origin); CWE-522; curl CVE-2018-1000007',
  statement:
    'A redirect of the upstream to another origin is not followed with the key of the gateway.',
  provenBy: 'relay-follow-redirect',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  probe: redirectingUpstream,

  *judge({ upstream, exchanges: [exchange] }) {
    const targets = upstream.flatMap(({ answer }) => hostOf(header(answer.headers, 'location')));
    need(targets.length > 0, 'a redirect of the upstream');
    for (const call of upstream) {
      const host = header(call.request.headers, 'host');
      const credential = credentialOf(call);
      if (host === undefined || credential === undefined || !targets.includes(host)) continue;
      const [name] = credential;
      yield {
        expected: 'no key at another origin',
        actual: `the key of the gateway at ${host}`,
        where: `header ${name} of the upstream request`,
        ...(exchange && { exchange }),
      };
      return;
    }
  },
};

/** The host and port of an address; none for one that is relative. */
function hostOf(address: string | undefined): readonly string[] {
  const url = address === undefined ? null : URL.parse(address);
  return url === null ? [] : [url.host];
}
