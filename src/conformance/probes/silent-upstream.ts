import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed } from './relayed.ts';
import { textForms } from './text-forms.ts';

/** An answer that is late by less is a finding with its time. */
const WATCHED_MS = 1000;
/** The caller disconnects before. */
const NEVER_MS = 1000;

/** Chats and responses, in both forms, that the upstream never answers. */
export const silentUpstream: Probe<'relay'> = {
  name: 'silence-of-the-upstream',
  modest: '1 chat instead of every form',
  async run(gateway) {
    const { upstreamDeadlineMs, upstreamDepartureMs } = gateway.expect;
    const disconnectAfterMs = upstreamDeadlineMs + WATCHED_MS;
    const sent = await Promise.all(
      fewer(gateway, textForms(gateway), 1).map(async ({ name, request }) => {
        const nonce = gateway.nonce();
        await gateway.upstream.script(nonce, [{ name: 'silence', fail: { kind: 'silence' } }]);
        const exchange = await gateway.send({
          ...request(nonce),
          disconnectAfterMs,
          deadlineMs: disconnectAfterMs + NEVER_MS,
          retries: 0,
        });
        return { label: `${name}, silence`, nonce, exchanges: [exchange] };
      }),
    );
    return relayed(gateway, sent, upstreamDepartureMs);
  },
};
