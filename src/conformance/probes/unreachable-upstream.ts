import { isSuccess } from '../../exchange/exchange.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { allForms, type RequestForm } from './text-forms.ts';

/** A script for it is about connections, which come before any request. */
const EACH_CONNECTION = '';
const FIRST_PAUSE_MS = 100;

/** Requests while the upstream refuses connections; then it accepts them again. */
export const unreachableUpstream: Probe<'relay'> = {
  name: 'upstream-that-refuses-connections',
  alone: true,
  async run(gateway) {
    const { answerDeadlineMs } = gateway.expect;
    const forms = allForms(gateway);
    const fail = { kind: 'refuse-connection', forMs: 2 * answerDeadlineMs } as const;
    await gateway.upstream.script(EACH_CONNECTION, [{ fail }]);
    try {
      const sent = await Promise.all(forms.map((form) => sendOne(gateway, form)));
      return await relayed(gateway, sent, 0);
    } finally {
      await gateway.upstream.script(EACH_CONNECTION, []);
      await Promise.all(forms.map((form) => recovered(gateway, form)));
    }
  },
};

async function sendOne(gateway: ProbeGateway, form: RequestForm): Promise<Sent> {
  const nonce = gateway.nonce();
  const exchange = await gateway.send(sentOnce(form.request(nonce)));
  return { label: form.name, nonce, exchanges: [exchange] };
}

/** Some gateways do not use a provider for a time after it refused connections: later probes need it. */
async function recovered(gateway: ProbeGateway, form: RequestForm): Promise<void> {
  let leftMs = gateway.expect.recoveryDeadlineMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const { exchanges } = await sendOne(gateway, form);
    leftMs -= pauseMs;
    if (exchanges.some(({ answer }) => isSuccess(answer)) || leftMs < 0) return;
    await gateway.sleep(pauseMs);
  }
}
