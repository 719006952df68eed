import { header } from '../../exchange/exchange.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { allForms, type RequestForm } from './text-forms.ts';

/** Requests that the upstream redirects to another origin: with 307, then with 302. */
export const redirectingUpstream: Probe<'relay'> = {
  name: 'redirects-of-the-upstream',
  async run(gateway) {
    const sent = await Promise.all(allForms(gateway).map((form) => redirected(gateway, form)));
    return relayed(gateway, sent.flat());
  },
};

async function redirected(gateway: ProbeGateway, form: RequestForm): Promise<readonly Sent[]> {
  const kept = await sendOne(gateway, form, { status: 307 });
  const { exchanges } = await gateway.upstream.seen(kept.nonce);
  const target = exchanges.flatMap(({ answer }) => header(answer.headers, 'location') ?? [])[0];
  if (target === undefined) return [kept];
  // Many clients follow 302 with GET: only the address then identifies the request.
  const nonce = gateway.nonce();
  const headers = [['location', `${target}?of=${nonce}`]] as const;
  return [kept, await sendOne(gateway, form, { status: 302, headers }, nonce)];
}

/** A request that is redirected, and answered well where the redirect is followed. */
async function sendOne(
  gateway: ProbeGateway,
  form: RequestForm,
  step: UpstreamStep,
  nonce = gateway.nonce(),
): Promise<Sent> {
  const redirect = { ...step, name: `status ${step.status}`, fail: { kind: 'redirect' } } as const;
  await gateway.upstream.script(nonce, [redirect, {}]);
  const exchange = await gateway.send(sentOnce(form.request(nonce)));
  return { label: `${form.name}, ${redirect.name}`, nonce, exchanges: [exchange] };
}
