import { brokeUnanswered, isSuccess } from '../../../exchange/exchange.ts';
import { attemptsOf } from '../../findings/attempts.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { allForms, type RequestForm } from '../../requests/forms.ts';
import { sentOnce } from '../../requests/plain.ts';
import type { Probe } from '../../rule.ts';
import { relayed, type Sent } from '../relayed.ts';
import { read } from '../video-polls.ts';
import { endJob, runningJob, type ScriptedJob } from './jobs.ts';

/** A script for it is about connections, which come before any request. */
const EACH_CONNECTION = '';
const FIRST_PAUSE_MS = 100;
/** Each request of the probe may find a pooled connection that the upstream has just closed. */
const MOST_TRIES = 3;

/**
 * Requests, also a read of a job that was created before, while the upstream refuses connections; then it
 * accepts them again.
 */
export const unreachableUpstream: Probe<'relay'> = {
  name: 'upstream-that-refuses-connections',
  alone: true,
  async run(gateway) {
    const { answerDeadlineMs } = gateway.expect;
    const forms = allForms(gateway);
    const job = gateway.offers('video-read') ? await runningJob(gateway) : undefined;
    const fail = { kind: 'refuse-connection', forMs: 2 * answerDeadlineMs } as const;
    await gateway.upstream.script(EACH_CONNECTION, [{ fail }]);
    try {
      const polls = job === undefined ? [] : [sendFresh(gateway, () => poll(gateway, job))];
      const others = forms.map((form) => sendFresh(gateway, () => sendOne(gateway, form)));
      const relays = await relayed(gateway, await Promise.all([...others, ...polls]), 0);
      return relays.map((relay) => ({ ...relay, upstream: attemptsOf(relay) }));
    } finally {
      await gateway.upstream.script(EACH_CONNECTION, []);
      await Promise.all(forms.map((form) => recovered(gateway, form)));
      if (job !== undefined) await endJob(gateway, job);
    }
  },
};

/**
 * A gateway may not have noticed yet that its pooled connections are closed: how it then fails is
 * judged by `relay-stale-connection`.
 */
async function sendFresh(gateway: ProbeGateway, send: () => Promise<Sent>): Promise<Sent> {
  for (let attempt = 1; ; attempt += 1) {
    const sent = await send();
    if (attempt === MOST_TRIES || !sent.exchanges.some(brokeUnanswered)) return sent;
    await gateway.sleep(FIRST_PAUSE_MS);
  }
}

async function poll(gateway: ProbeGateway, { id, nonce }: ScriptedJob): Promise<Sent> {
  const exchange = await gateway.send(sentOnce(read(id)));
  return { label: 'video-read', nonce, exchanges: [exchange] };
}

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
