import { ownTexts } from '../../../answers/failures/own-texts.ts';
import { RELAYED } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import type { Relay } from '../../evidence.ts';
import { showsFailure } from '../../findings/reported-failure.ts';
import { unreachableUpstream } from '../../probes/relay/unreachable-upstream.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** An attacker learns which machine or which provider is behind the gateway, and calls it directly. */
export const relayNoInternals: JudgeRule<'relay'> = {
  id: 'relay-no-internals',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; CWE-209',
  statement: 'A failure does not show the address of the upstream.',
  provenBy: 'relay-leak-address',
  evidence: 'relay',
  operations: RELAYED,
  needs: ['upstream'],
  alsoFrom: ['every probe'],
  probe: unreachableUpstream,

  *judge(relay) {
    const failed = relay.exchanges.filter(
      (exchange) => exchange.answer !== undefined && showsFailure(exchange),
    );
    concerns(failed.length > 0, 'a failure with an answer');
    const addresses = addressesOf(relay);
    need(addresses.length > 0, 'the address of the upstream');
    for (const exchange of failed) {
      for (const [where, text] of ownTexts(exchange)) {
        const shown = addresses.find((address) => patternOf(address).test(text));
        if (shown === undefined) continue;
        yield { expected: 'no address of the upstream', actual: shown.host, where, exchange };
        return;
      }
    }
  },
};

/** Where the upstream listens, and as what the gateway knows it; not the gateway's own address. */
function addressesOf({ address, upstream, exchanges }: Relay): readonly URL[] {
  const own = exchanges.map(({ request }) => new URL(request.url).host);
  const given = [address, ...upstream.map(({ request }) => header(request.headers, 'host'))];
  const hosts = new Set(given.flatMap((host) => host ?? []));
  return [...hosts]
    .flatMap((host) => URL.parse(`http://${host}`) ?? [])
    .filter(({ host }) => !own.includes(host));
}

/** Finds `host:port`, and both apart, such as `('host', port)`; without a port only within a URL. */
function patternOf({ hostname, port }: URL): RegExp {
  const host = hostname.replaceAll(/[^\w-]/g, String.raw`\$&`);
  return port === ''
    ? new RegExp(String.raw`[/@]${host}(?![\w-]|\.\w)`, 'i')
    : new RegExp(String.raw`(?<![\w.-])${host}\W{1,8}(?:port\W{1,5})?${port}(?!\d)`, 'i');
}
