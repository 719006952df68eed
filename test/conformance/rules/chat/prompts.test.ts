import {
  chatFieldsAccepted,
  chatLongPromptWhole,
  chatTurnsInOrder,
  chatUnicodeRoundtrip,
} from '../../../../src/conformance/rules/chat/prompts.ts';
import { delta } from '../chat-stream/chunks.ts';
import { answer, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const GOOD = answer(completion());
const refused = (code: string) => answer({ error: { message: 'No.', code } }, { status: 400 });
const label = 'a fraction for temperature';

ruleTable(chatFieldsAccepted, [
  { name: 'a temperature that is taken', evidence: series([GOOD, GOOD], { label }) },
  {
    name: 'a temperature that is refused',
    evidence: series([GOOD, refused('invalid_value')], { label }),
    findings: [{ expected: '2xx for a fraction for temperature', actual: 'status 400' }],
  },
  {
    name: 'a model that takes one temperature alone',
    evidence: series([GOOD, refused('unsupported_value')], { label }),
    unverifiable: 'a model that accepts every value',
  },
]);

const LONG = 'a long prompt, '.repeat(1200);

const echoed = (content: string, prompt = LONG) =>
  answer(
    completion({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    }),
    { sent: { model: 'echo', messages: [{ role: 'user', content: prompt }] } },
  );

const expect = { echoModel: 'echo' };

ruleTable(chatLongPromptWhole, [
  { name: 'an echo of all', evidence: echoed(LONG), expect },
  { name: 'an echo after instructions', evidence: echoed(`Be brief. ${LONG}`), expect },
  {
    name: 'a short prompt',
    evidence: echoed('Hello', 'Hello'),
    expect,
    unverifiable: 'a long prompt',
  },
  { name: 'another model', evidence: echoed('Hello'), unverifiable: 'the echoing model' },
  {
    name: 'an answer without a choice',
    evidence: answer(completion({ choices: [] }), {
      sent: { model: 'echo', messages: [{ role: 'user', content: LONG }] },
    }),
    expect,
    unverifiable: 'an answer with text',
  },
  {
    name: 'an echo of half of the shortest long prompt',
    evidence: echoed(LONG.slice(0, 8192), LONG.slice(0, 16_384)),
    expect,
    findings: [{ actual: cutAt8192() }],
  },
]);

function cutAt8192(): string {
  return `…${JSON.stringify(LONG.slice(8192 - 32, 8192))} (8192 characters)`;
}

const turn = (role: string, content: string) => ({ role, content });

const sent = {
  model: 'echo',
  messages: [
    turn('user', 'Repeat n00000001'),
    turn('assistant', 'n00000002'),
    turn('user', 'Repeat n00000003'),
  ],
};

const answered = (content: string, model = 'echo') =>
  answer(
    completion({
      choices: [{ index: 0, message: turn('assistant', content), finish_reason: 'stop' }],
    }),
    { sent: { ...sent, model } },
  );

ruleTable(chatTurnsInOrder, [
  { name: 'an echo of the last turn', evidence: answered('Repeat n00000003'), expect },
  {
    name: 'an echo of the last turn in a stream',
    evidence: stream([delta('Repeat n00000003')], { sent }),
    expect,
  },
  {
    name: 'an echo of the first turn',
    evidence: answered('Repeat n00000001'),
    expect,
    findings: [{ expected: 'n00000003, of the last turn', actual: 'Repeat n00000001' }],
  },
  {
    name: 'an echo of another request',
    evidence: answered('Repeat n00000009'),
    expect,
    unverifiable: 'an answer to this request',
  },
  {
    name: 'an answer of another model',
    evidence: answered('n00000001', 'other'),
    expect,
    unverifiable: 'a request to the echoing model',
  },
  {
    name: 'messages nested too deeply to be serialized again',
    evidence: nested(10_000),
    expect,
    unverifiable: 'a dialog of several turns',
  },
  {
    name: 'an answer without a choice',
    evidence: answer(completion({ choices: [] }), { sent }),
    expect,
    unverifiable: 'an answer with text',
  },
  {
    name: 'a dialog of one turn',
    evidence: answer(completion(), { sent: { ...sent, messages: sent.messages.slice(2) } }),
    expect,
    unverifiable: 'a dialog of several turns',
  },
]);

/** An answer to a chat whose messages are arrays in arrays; JSON.stringify cannot write them. */
function nested(depth: number) {
  const text = `{"model":"echo","messages":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const body = { kind: 'text' as const, text, sizeBytes: text.length };
  return answer(completion(), { request: { body } });
}

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
