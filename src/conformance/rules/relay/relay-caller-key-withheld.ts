import { BILLABLE } from '../../../contract/operations.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import { hasCallerKey } from '../../findings/upstream/caller-key.ts';
import { relayedRequests } from '../../probes/relay/requests-passed-on.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** The key of a caller opens the gateway: a provider, its logs and its staff must not have it. */
export const relayCallerKeyWithheld: JudgeRule<'relay'> = {
  id: 'relay-caller-key-withheld',
  level: 'must',
  provenance: 'assumed',
  source: 'least privilege: the provider has no use for the key',
  statement: 'No upstream request contains the API key of a caller.',
  provenBy: 'relay-forward-key',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  alsoFrom: ['traffic', 'every probe'],
  probe: relayedRequests,

  *judge({ upstream, exchanges: [exchange] }) {
    need(upstream.length > 0, 'an upstream request with the nonce of the prompt');
    for (const { request } of upstream) {
      const where = placeOf(request);
      if (where === undefined) continue;
      yield {
        expected: 'no API key of a caller upstream',
        actual: 'the API key of the caller',
        where: `${where} of the upstream request`,
        ...(exchange && { exchange }),
      };
      return;
    }
  },
};

function placeOf({ headers, path, body }: UpstreamExchange['request']): string | undefined {
  const named = headers.find(([, value]) => hasCallerKey(value));
  if (named !== undefined) return `header ${named[0]}`;
  if (hasCallerKey(path)) return 'path';
  return hasCallerKey(Buffer.from(body).toString('latin1')) ? 'body' : undefined;
}
