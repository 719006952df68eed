import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { afterPlain } from './after-plain.ts';
import { relayed, sendScripted } from './relayed.ts';
import { legal, sentOnce } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

/** Streams that the upstream writes in unusual, legal ways. */
export const oddlyFramed: Probe<'relay'> = {
  name: 'unusual-streams-of-the-upstream',
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map((form) => {
        const framings = form.operation === 'chat' ? [...FRAMINGS, OF_CHATS] : FRAMINGS;
        const request = (nonce: string) => sentOnce(legal(form.request(nonce)));
        return afterPlain(gateway, `${form.name}, plain`, request, () =>
          sequentially(framings, (framing) => {
            const step = { ttftMs: 0, itlMs: 0, ...framing };
            const label = `${form.name}, ${framing.fail.kind}`;
            return sendScripted(gateway, label, step, request);
          }),
        );
      }),
    );
    return relayed(gateway, sent.flat());
  },
};

type Framing = UpstreamStep & Required<Pick<UpstreamStep, 'fail'>>;

const AFTER_TOKENS = 2;

const FRAMINGS: readonly Framing[] = [
  { pieces: ['a🌍b ', '世界 ', 'é', '👩‍👩‍👧 ', 'Ω '], fail: { kind: 'split-character' } },
  { tokens: 8, fail: { kind: 'foreign-framing' } },
  { tokens: 8, fail: { kind: 'big-event', afterTokens: AFTER_TOKENS } },
];

const OF_CHATS: Framing = {
  tokens: 8,
  fail: { kind: 'usage-empty-choices', afterTokens: AFTER_TOKENS },
};
