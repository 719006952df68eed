import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed, sendScripted } from './relayed.ts';
import { accepted } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { answerTextForms } from './text-forms.ts';

/** Answers with texts of every kind: chats and responses, in both forms, and transcriptions. */
export const relayedTexts: Probe<'relay'> = {
  name: 'texts-seen-at-both-ends',
  modest: '2 texts of each kind instead of all',
  async run(gateway) {
    const sent = await Promise.all(
      answerTextForms(gateway).map((form) =>
        sequentially(fewer(gateway, TEXTS, 2), ([name, pieces]) =>
          sendScripted(gateway, `${form.name}, ${name}`, { ...AT_ONCE, pieces }, (nonce) =>
            accepted(form.request(nonce)),
          ),
        ),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};

const AT_ONCE: UpstreamStep = { ttftMs: 0, itlMs: 0 };
const LONG = 2000;
/** With them the long text has 100 kB. */
const WORDS = '-word'.repeat(9);

/** Each in the pieces that the upstream sends. */
const TEXTS: readonly (readonly [name: string, pieces: readonly string[]])[] = [
  ['words', ['The ', 'first ', 'of ', 'five ', 'words.']],
  [
    'all of Unicode',
    [
      'Grüße, ',
      'Ωμέγα ',
      'привет ',
      '你好 ',
      'שלום ',
      '🙂',
      '👩‍👩‍👧 ',
      'é ',
      '\u{10FFFD}',
      '\u2028',
      ' “it’s”\u00A0\uFEFF½',
    ],
  ],
  ['white space', ['  two before', '\n\nlines\r\n', '\ttab ', ' ', '  ', 'two after  ']],
  ['escapes', ['"quoted" ', '\\n is not a newline ', '\\u0041 ', '</script> ', '%41 &amp; ']],
  ['lines of event streams', ['data: [DONE]\n\n', 'event: error\n', ': comment\n', '[DONE]']],
  ['one character', ['x']],
  ['2 000 long tokens', Array.from({ length: LONG }, (_, index) => `${index}${WORDS} `)],
];
