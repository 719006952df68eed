import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed, sendScripted } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { textForms } from './text-forms.ts';

/** An answer that is late by less is a finding with its time. */
const WATCHED_MS = 1000;
/** The caller disconnects before. */
const NEVER_MS = 1000;
const SILENCE: UpstreamStep = { name: 'silence', fail: { kind: 'silence' } };

/** Chats and responses, in both forms, that the upstream never answers. */
export const silentUpstream: Probe<'relay'> = {
  name: 'silence-of-the-upstream',
  modest: '1 chat instead of every form',
  async run(gateway) {
    const { upstreamDeadlineMs, upstreamDisconnectMs } = gateway.expect;
    const disconnectAfterMs = upstreamDeadlineMs + WATCHED_MS;
    const sent = await Promise.all(
      fewer(gateway, textForms(gateway), 1).map(({ name, request }) =>
        sendScripted(gateway, `${name}, silence`, SILENCE, (nonce) => ({
          ...sentOnce(request(nonce)),
          disconnectAfterMs,
          deadlineMs: disconnectAfterMs + NEVER_MS,
        })),
      ),
    );
    return relayed(gateway, sent, upstreamDisconnectMs);
  },
};
