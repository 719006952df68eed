import { header } from '../../../exchange/exchange.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { allForms, type RequestForm } from '../../requests/forms.ts';
import { sentOnce } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { relayed, type Sent } from '../relayed.ts';

/**
 * Requests that the upstream redirects to another origin with 307: to another port, and to another host
 * where this machine has one. Then with 302.
 */
export const redirectingUpstream: Probe<'relay'> = {
  name: 'redirects-of-the-upstream',
  async run(gateway) {
    const sent = await Promise.all(allForms(gateway).map((form) => redirected(gateway, form)));
    return relayed(gateway, sent.flat());
  },
};

async function redirected(gateway: ProbeGateway, form: RequestForm): Promise<readonly Sent[]> {
  const toPort = await sendOne(gateway, form, { status: 307, fail: { kind: 'redirect' } });
  const toHost = await sendOne(gateway, form, { status: 307, fail: { kind: 'redirect-host' } });
  const [near, far] = await Promise.all([targetOf(gateway, toPort), targetOf(gateway, toHost)]);
  if (near === undefined || far === undefined) return [toPort, toHost];
  const place = near.hostname === far.hostname ? 'another port' : 'another host';
  // Many clients follow 302 with GET: only the address then identifies the request.
  const nonce = gateway.nonce();
  far.searchParams.set('of', nonce);
  const step = {
    status: 302,
    headers: [['location', far.href]],
    fail: { kind: 'redirect' },
  } as const;
  const changed = await sendOne(gateway, form, step, nonce);
  return [named(toPort, 'another port'), named(toHost, place), named(changed, place)];
}

/** Where a request was redirected to. */
async function targetOf(gateway: ProbeGateway, { nonce }: Sent): Promise<URL | undefined> {
  const { exchanges } = await gateway.upstream.seen(nonce);
  const [location] = exchanges.flatMap(({ answer }) => header(answer.headers, 'location') ?? []);
  return location === undefined ? undefined : new URL(location);
}

function named(sent: Sent, place: string): Sent {
  return { ...sent, label: `${sent.label} to ${place}` };
}

/** A request that is redirected, and succeeds where the redirect is followed. */
async function sendOne(
  gateway: ProbeGateway,
  form: RequestForm,
  step: UpstreamStep,
  nonce = gateway.nonce(),
): Promise<Sent> {
  const name = `status ${step.status}`;
  await gateway.upstream.script(nonce, [{ ...step, name }, {}]);
  const exchange = await gateway.send(sentOnce(form.request(nonce)));
  return { label: `${form.name}, ${name}`, nonce, exchanges: [exchange] };
}
