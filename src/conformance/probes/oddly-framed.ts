import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { afterPlain } from './after-plain.ts';
import { relayed, sendScripted } from './relayed.ts';
import { chatRequest, legal } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** Streamed chats that the upstream writes in unusual, legal ways. */
export const oddlyFramed: Probe<'relay'> = {
  name: 'unusual-streams-of-the-upstream',
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const request = (nonce: string) => {
      const prompt = `Say one short sentence about ${nonce}.`;
      return { ...legal(chatRequest(gateway.expect, { prompt, stream: true })), retries: 0 };
    };
    const sent = await afterPlain(gateway, 'plain', request, () =>
      sequentially(FRAMINGS, (framing) => {
        const step = { ttftMs: 0, itlMs: 0, ...framing };
        return sendScripted(gateway, framing.fail.kind, step, request);
      }),
    );
    return relayed(gateway, sent);
  },
};

type Framing = UpstreamStep & Required<Pick<UpstreamStep, 'fail'>>;

const AFTER_TOKENS = 2;

const FRAMINGS: readonly Framing[] = [
  { pieces: ['a🌍b ', '世界 ', 'é', '👩‍👩‍👧 ', 'Ω '], fail: { kind: 'split-character' } },
  { tokens: 8, fail: { kind: 'foreign-framing' } },
  { tokens: 8, fail: { kind: 'usage-empty-choices', afterTokens: AFTER_TOKENS } },
  { tokens: 8, fail: { kind: 'big-event', afterTokens: AFTER_TOKENS } },
];
