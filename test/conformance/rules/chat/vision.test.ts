import { AN_IMAGE, NO_IMAGE } from '../../../../src/conformance/probes/vision.ts';
import {
  chatImageAccepted,
  chatImageCounted,
  chatImageInvalid,
} from '../../../../src/conformance/rules/chat/vision.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';

const series = (label: string, ...exchanges: readonly Exchange[]) => ({ label, exchanges });
const PLAIN = { messages: [{ role: 'user', content: 'What is this?' }] };
const SHOWN = {
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
  ],
};
const counting = (prompt_tokens: unknown, sent: object) =>
  answer({ choices: [], usage: { prompt_tokens } }, { sent });
const plain = counting(9, PLAIN);
const refused = answer({ error: {} }, { sent: SHOWN, status: 400 });

ruleTable(chatImageAccepted, [
  passes('an answer', series(AN_IMAGE, plain, counting(94, SHOWN))),
  finds('a refusal', series(AN_IMAGE, plain, refused), { actual: 'status 400' }),
  unverified('what is not an image', series(NO_IMAGE, plain, refused), AN_IMAGE),
]);

ruleTable(chatImageCounted, [
  passes('more tokens', series(AN_IMAGE, plain, counting(10, SHOWN))),
  finds('as many tokens', series(AN_IMAGE, plain, counting(9, SHOWN)), {
    expected: 'more than 9, as without the image',
    actual: 9,
    where: 'usage.prompt_tokens',
  }),
  unverified('a refusal', series(AN_IMAGE, plain, refused), 'two 2xx answers with usage'),
  unverified('no usage', series(AN_IMAGE, plain, counting(null, SHOWN)), 'two 2xx answers'),
  unverified(
    'another text',
    series(AN_IMAGE, counting(20, { messages: [{ content: 'Hello.' }] }), counting(9, SHOWN)),
    'the same chat without its image',
  ),
  unverified('what is not an image', series(NO_IMAGE, plain, counting(9, SHOWN)), AN_IMAGE),
]);

ruleTable(chatImageInvalid, [
  passes('a refusal', series(NO_IMAGE, counting(94, SHOWN), refused)),
  finds('an answer', series(NO_IMAGE, counting(94, SHOWN), counting(9, SHOWN)), {
    expected: `4xx for ${NO_IMAGE}`,
    actual: 'status 200',
  }),
  unverified('an image', series(AN_IMAGE, plain, refused), NO_IMAGE),
]);
