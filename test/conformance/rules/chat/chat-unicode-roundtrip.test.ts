import { chatUnicodeRoundtrip } from '../../../../src/conformance/rules/chat/chat-unicode-roundtrip.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const expect = { echoModel: 'echo' };
const asking = (content: string, model = 'echo') => ({
  sent: { model, messages: [{ role: 'user', content }] },
});
const said = (content: string) =>
  completion({ choices: [choice({ message: { role: 'assistant', content } })] });

ruleTable(chatUnicodeRoundtrip, [
  {
    name: 'an echo of every script',
    evidence: answer(said('你好 🌍 e\u0301'), asking('你好 🌍 e\u0301')),
    expect,
  },
  {
    name: 'an echo in JSON escapes',
    evidence: answer(JSON.stringify(said('X')).replace('X', '\\ud83c\\udf0d'), asking('🌍')),
    expect,
  },
  {
    name: 'an echo in another normal form',
    evidence: answer(said('\u00e9'), asking('e\u0301')),
    expect,
    findings: [
      { expected: 'combining marks as sent: "\u0301" (1 characters)', actual: '"" (0 characters)' },
      { expected: 'characters of other scripts as sent: "" (0 characters)' },
    ],
  },
  {
    name: 'question marks in place of characters',
    evidence: answer(said('?? hello'), asking('你好 hello')),
    expect,
    findings: [
      {
        expected: 'characters of other scripts as sent: "你好" (2 characters)',
        actual: '"" (0 characters)',
        where: 'choices[0].message.content',
      },
    ],
  },
  {
    name: 'a tab and a line break that became spaces, while scripts survive,',
    evidence: answer(said('你好 a b c'), asking('你好 a\tb\nc')),
    expect,
    findings: [{ expected: 'tabs and line breaks as sent: "\\t\\n" (2 characters)' }],
  },
  {
    name: 'a character beyond U+FFFF that is half of itself',
    evidence: answer(said('你好 \ud83c'), asking('你好 🌍')),
    expect,
    findings: [{ expected: 'characters beyond U+FFFF as sent: "🌍" (2 characters)' }, {}],
  },
  {
    name: 'a text of ASCII that is cut',
    evidence: answer(said('hel'), asking('hello')),
    expect,
    findings: [{ expected: 'characters of ASCII as sent: "hello" (5 characters)' }],
  },
  {
    name: 'the answer to another request',
    evidence: answer(said('Say n5f912d2e.'), asking('你好 n3ab2dce1')),
    expect,
    unverifiable: 'an answer to this request',
  },
  {
    name: 'Latin-1 bytes',
    evidence: answer(Buffer.from(JSON.stringify(said('é')), 'latin1'), asking('é')),
    findings: [{ expected: 'UTF-8' }],
  },
  {
    name: 'any text of another model',
    evidence: answer(said('Ciao'), asking('你好', 'some-model')),
  },
  {
    name: 'U+FFFD from another model',
    evidence: answer(said('caf\ufffd'), asking('café', 'some-model')),
    findings: [{ expected: 'no U+FFFD' }],
  },
  {
    name: 'U+FFFD that was in the prompt',
    evidence: answer(said('\ufffd'), asking('\ufffd', 'some-model')),
  },
  {
    name: '500 for a text of another script',
    evidence: answer({}, { ...asking('你好', 'some-model'), status: 500 }),
    findings: [{ expected: 'no 5xx for a text of several scripts', actual: 500 }],
  },
  {
    name: '500 for a tab and a new line',
    evidence: answer({}, { ...asking('tab\tand\nline', 'some-model'), status: 500 }),
    findings: [{ expected: 'no 5xx for a text of a tab and a new line', actual: 500 }],
  },
  {
    name: 'a text that was sent as text/plain',
    evidence: answer(said('null'), {
      ...asking('你好', 'echo'),
      request: { headers: [['content-type', 'text/plain']] },
    }),
    unverifiable: 'a chat request with the media type application/json',
  },
  {
    name: '500 for a text in ASCII',
    evidence: answer({}, { ...asking('hello', 'some-model'), status: 500 }),
    unverifiable: 'needs a 2xx answer: POST /chat/completions returned 500',
  },
  {
    name: '503 for a text of another script',
    evidence: answer({}, { ...asking('你好', 'some-model'), status: 503 }),
    unverifiable: 'needs a 2xx answer',
  },
  {
    name: 'a refusal',
    evidence: answer({}, { ...asking('你好', 'some-model'), status: 400 }),
    unverifiable: 'needs a 2xx answer',
  },
  {
    name: 'a stream',
    evidence: stream([], asking('你好', 'some-model')),
    unverifiable: 'needs an answer in one body',
  },
  {
    name: 'no text',
    evidence: answer({}, asking('a')),
    unverifiable: 'needs a prompt and an answer',
  },

  {
    name: 'a prompt so long that another rule finds where it is cut',
    evidence: answer(said('a'), asking('a'.repeat(16_384))),
    expect,
    unverifiable: 'a prompt that is short enough to arrive whole',
  },
]);
