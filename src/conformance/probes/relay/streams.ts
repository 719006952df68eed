import type { UpstreamFailure, UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import { streamForms, textForms } from '../../requests/forms.ts';
import { fewer, oneStream } from '../trials.ts';
import { relayOfForm } from './all-at-once.ts';
import { type Case, scripted } from './relayed.ts';

const AFTER_TOKENS = 5;

const CUTS: readonly UpstreamFailure[] = ['fin-after', 'rst-after', 'no-done', 'no-finish'];

/** Streams that the upstream does not complete: cut after 5 tokens, or without their last events. */
export const cutUpstream = scripted({
  name: 'streams-that-the-upstream-cuts',
  modest: '2 cuts of one stream instead of 4 of each',
  mayBeCharged: true,
  forms: oneStream,
  few: 2,
  cases: CUTS.map((kind) => broken({ tokens: 16, fail: { kind, afterTokens: AFTER_TOKENS } })),
  expects: 'once',
});

/** Streams in which the upstream reports an error: first of all, and after 5 tokens. */
export const errorsUpstream = scripted({
  name: 'error-events-of-the-upstream',
  modest: '1 event in one stream instead of 2 in each',
  mayBeCharged: true,
  forms: oneStream,
  few: 1,
  cases: [AFTER_TOKENS, 0].map((afterTokens) =>
    broken({ fail: { kind: 'error-event', afterTokens } }),
  ),
  expects: 'once',
});

const BREAKS: readonly UpstreamFailure[] = ['rst-after', 'fin-after', 'error-event'];
const WORDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Streams that fail after 5 tokens; a second attempt gets another text. */
export const splicedUpstream = scripted({
  name: 'streams-that-fail-with-another-text-behind',
  modest: '1 failure of one stream instead of 3 of each',
  mayBeCharged: true,
  forms: oneStream,
  few: 1,
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

/** Each way once in a modest run. */
const IN_CHATS = [...FRAMINGS.slice(0, 1), OF_CHATS];
const IN_RESPONSES = FRAMINGS.slice(1);

/** Streams that the upstream writes in unusual, legal ways. */
export const oddlyFramed = scripted({
  name: 'unusual-streams-of-the-upstream',
  forms: streamForms,
  modest: '2 ways in each stream instead of all',
  cases: ({ effort }, { operation }) => {
    if (effort === 'modest') return operation === 'chat' ? IN_CHATS : IN_RESPONSES;
    return operation === 'chat' ? [...FRAMINGS, OF_CHATS] : FRAMINGS;
  },
  expects: 'legal, once',
  ifRelayed: relayOfForm,
});

/** Characters of two, three and four bytes. */
const ENCODED = ['é ', '你好 ', '🙂 ', 'Ωμέγα ', '👩‍👩‍👧 ', 'end'];

/** Answers that the upstream encodes. */
export const encodedUpstream = scripted({
  name: 'encoded-answers-of-the-upstream',
  modest: 'only one body',
  forms: (gateway) => fewer(gateway, textForms(gateway), 1),
  cases: [broken({ pieces: ENCODED, fail: { kind: 'gzip' } })],
  expects: 'accepted, once',
  ifRelayed: relayOfForm,
});

function broken(step: UpstreamStep & Required<Pick<UpstreamStep, 'fail'>>): Case {
  return { label: step.fail.kind, steps: step };
}
