import {
  chatFieldsAccepted,
  chatLongPromptWhole,
  chatTurnsInOrder,
  chatUnicodeRoundtrip,
} from '../../../../src/conformance/rules/chat/prompts.ts';
import { answer, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { choice, completion } from './completions.ts';

const GOOD = answer(completion());
const refused = (code: string) => answer({ error: { message: 'No.', code } }, { status: 400 });
const label = 'a fraction for temperature';

ruleTable(chatFieldsAccepted, [
  passes('a temperature that is taken', series([GOOD, GOOD], { label })),
  finds('a temperature that is refused', series([GOOD, refused('invalid_value')], { label }), {
    expected: '2xx for a fraction for temperature',
    actual: 'status 400',
  }),
  unverified(
    'a model that takes one temperature alone',
    series([GOOD, refused('unsupported_value')], { label }),
    'a model that accepts every value',
  ),
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
  passes('an echo after instructions', echoed(`Be brief. ${LONG}`), expect),
  unverified('a short prompt', echoed('Hello', 'Hello'), 'a long prompt', expect),
  unverified('another model', echoed('Hello'), 'the echoing model'),
  unverified(
    'an answer without a choice',
    answer(completion({ choices: [] }), {
      sent: { model: 'echo', messages: [{ role: 'user', content: LONG }] },
    }),
    'an answer with text',
    expect,
  ),
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
  passes('an echo of the last turn', answered('Repeat n00000003'), expect),
  {
    name: 'an echo of the first turn',
    evidence: answered('Repeat n00000001'),
    expect,
    findings: [{ expected: 'n00000003, of the last turn', actual: 'Repeat n00000001' }],
  },
  unverified(
    'an answer of another model',
    answered('n00000001', 'other'),
    'a request to the echoing model',
    expect,
  ),
  unverified(
    'messages nested too deeply to be serialized again',
    nested(10_000),
    'a dialog of several turns',
    expect,
  ),
  unverified(
    'an answer without a choice',
    answer(completion({ choices: [] }), { sent }),
    'an answer with text',
    expect,
  ),
  unverified(
    'a dialog of one turn',
    answer(completion(), { sent: { ...sent, messages: sent.messages.slice(2) } }),
    'a dialog of several turns',
    expect,
  ),
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
  passes(
    'an echo of every script',
    answer(said('你好 🌍 e\u0301'), asking('你好 🌍 e\u0301')),
    expect,
  ),
  passes(
    'an echo in JSON escapes',
    answer(JSON.stringify(said('X')).replace('X', '\\ud83c\\udf0d'), asking('🌍')),
    expect,
  ),
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
  finds('Latin-1 bytes', answer(Buffer.from(JSON.stringify(said('é')), 'latin1'), asking('é')), {
    expected: 'UTF-8',
  }),
  passes('any text of another model', answer(said('Ciao'), asking('你好', 'some-model'))),
  finds('U+FFFD from another model', answer(said('caf\ufffd'), asking('café', 'some-model')), {
    expected: 'no U+FFFD',
  }),
  passes('U+FFFD that was in the prompt', answer(said('\ufffd'), asking('\ufffd', 'some-model'))),
  finds(
    '500 for a text of another script',
    answer({}, { ...asking('你好', 'some-model'), status: 500 }),
    { expected: 'no 5xx for a text of several scripts', actual: 500 },
  ),
  finds(
    '500 for a tab and a new line',
    answer({}, { ...asking('tab\tand\nline', 'some-model'), status: 500 }),
    { expected: 'no 5xx for a text of a tab and a new line', actual: 500 },
  ),
  unverified(
    'a text that was sent as text/plain',
    answer(said('null'), {
      ...asking('你好', 'echo'),
      request: { headers: [['content-type', 'text/plain']] },
    }),
    'a chat request with the media type application/json',
  ),
  unverified(
    '500 for a text in ASCII',
    answer({}, { ...asking('hello', 'some-model'), status: 500 }),
    'needs a 2xx answer: POST /chat/completions returned 500',
  ),
  unverified(
    '503 for a text of another script',
    answer({}, { ...asking('你好', 'some-model'), status: 503 }),
    'needs a 2xx answer',
  ),
  unverified(
    'a refusal',
    answer({}, { ...asking('你好', 'some-model'), status: 400 }),
    'needs a 2xx answer',
  ),
  unverified('a stream', stream([], asking('你好', 'some-model')), 'needs an answer in one body'),
  unverified('no text', answer({}, asking('a')), 'needs a prompt and an answer'),
  unverified(
    'a prompt so long that another rule finds where it is cut',
    answer(said('a'), asking('a'.repeat(16_384))),
    'a prompt that is short enough to arrive whole',
    expect,
  ),
]);
