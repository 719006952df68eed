import { chatUnicodeRoundtrip } from '../../../../src/conformance/rules/chat/chat-unicode-roundtrip.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const expect = { echoModel: 'echo' };
const asking = (content: string, model = 'echo') => ({
  asked: { model, messages: [{ role: 'user', content }] },
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
    findings: [{ where: 'choices[0].message.content' }],
  },
  {
    name: 'question marks in place of characters',
    evidence: answer(said('?? hello'), asking('你好 hello')),
    expect,
    findings: [{ expected: '"你好 hello" (8 characters)', actual: '"?? hello" (8 characters)' }],
  },
  {
    name: 'Latin-1 bytes',
    evidence: answer(Buffer.from(JSON.stringify(said('é')), 'latin1'), asking('é')),
    findings: [{ expected: 'UTF-8' }],
  },
  {
    name: 'whatever another model says',
    evidence: answer(said('Ciao'), asking('你好', 'some-model')),
  },
  {
    name: 'U+FFFD from another model',
    evidence: answer(said('caf\ufffd'), asking('café', 'some-model')),
    findings: [{ expected: 'no U+FFFD' }],
  },
  {
    name: 'U+FFFD that was asked for',
    evidence: answer(said('\ufffd'), asking('\ufffd', 'some-model')),
  },
  {
    name: '500 for a text of another script',
    evidence: answer({}, { ...asking('你好', 'some-model'), status: 500 }),
    findings: [{ expected: 'no 5xx for a text of several scripts', actual: 500 }],
  },
  {
    name: '500 for a text in ASCII',
    evidence: answer({}, { ...asking('hello', 'some-model'), status: 500 }),
    unverifiable: 'needs a 2xx answer: POST /chat/completions answered 500',
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
    unverifiable: 'needs an answer of one body',
  },
  {
    name: 'no text',
    evidence: answer({}, asking('a')),
    unverifiable: 'needs a prompt and an answer',
  },
]);
