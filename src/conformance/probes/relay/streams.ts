import type { UpstreamFailure, UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import { streamForms, textForms } from '../../requests/forms.ts';
import { type Case, scripted } from './relayed.ts';

const AFTER_TOKENS = 5;

const CUTS: readonly UpstreamFailure[] = ['fin-after', 'rst-after', 'no-done', 'no-finish'];

/** Streams that the upstream does not complete: cut after 5 tokens, or without their last events. */
export const cutUpstream = scripted({
  name: 'streams-that-the-upstream-cuts',
  forms: streamForms,
  cases: CUTS.map((kind) => broken({ tokens: 16, fail: { kind, afterTokens: AFTER_TOKENS } })),
  expects: 'once',
});

/** Streams in which the upstream reports an error: first of all, and after 5 tokens. */
export const errorsUpstream = scripted({
  name: 'error-events-of-the-upstream',
  forms: streamForms,
  cases: [0, AFTER_TOKENS].map((afterTokens) =>
    broken({ fail: { kind: 'error-event', afterTokens } }),
  ),
  expects: 'once',
});

const BREAKS: readonly UpstreamFailure[] = ['rst-after', 'fin-after', 'error-event'];
const WORDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Streams that fail after 5 tokens; a second attempt gets another text. */
export const splicedUpstream = scripted({
  name: 'streams-that-fail-with-another-text-behind',
  forms: streamForms,
  cases: BREAKS.map((kind) => ({
    label: kind,
    steps: [
      { text: textOf('first'), fail: { kind, afterTokens: AFTER_TOKENS } },
      { name: 'another text', text: textOf('second') },
    ],
  })),
  expects: 'once',
});

/** Words that no other text has. */
function textOf(name: string): string {
  return WORDS.map((word) => `${name}${word} `).join('');
}

const FRAMINGS: readonly Case[] = [
  { pieces: ['a🌍b ', '世界 ', 'é', '👩‍👩‍👧 ', 'Ω '], fail: { kind: 'split-character' } } as const,
  { tokens: 8, fail: { kind: 'foreign-framing' } } as const,
  { tokens: 8, fail: { kind: 'big-event', afterTokens: 2 } } as const,
].map((step) => broken({ ttftMs: 0, itlMs: 0, ...step }));
const OF_CHATS = broken({
  tokens: 8,
  ttftMs: 0,
  itlMs: 0,
  fail: { kind: 'usage-empty-choices', afterTokens: 2 },
});

/** Streams that the upstream writes in unusual, legal ways. */
export const oddlyFramed = scripted({
  name: 'unusual-streams-of-the-upstream',
  forms: streamForms,
  cases: (_, { operation }) => (operation === 'chat' ? [...FRAMINGS, OF_CHATS] : FRAMINGS),
  expects: 'legal, once',
  ifRelayed: true,
});

/** Characters of two, three and four bytes. */
const ENCODED = ['é ', '你好 ', '🙂 ', 'Ωμέγα ', '👩‍👩‍👧 ', 'end'];

/** Answers that the upstream encodes. */
export const encodedUpstream = scripted({
  name: 'encoded-answers-of-the-upstream',
  forms: textForms,
  cases: [broken({ pieces: ENCODED, fail: { kind: 'gzip' } })],
  expects: 'accepted, once',
  ifRelayed: true,
});

function broken(step: UpstreamStep & Required<Pick<UpstreamStep, 'fail'>>): Case {
  return { label: step.fail.kind, steps: step };
}
