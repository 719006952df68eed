import { transportTextUnchanged } from '../../../../src/conformance/rules/transport/bodies.ts';
import { completion } from '../chat/completions.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { passes, unverified } from '../verdicts.ts';

const TEXT = ' one\r\ntwo e\u0301 \u200B<b>&amp;</b> ';
const said = (content: string, prompt = TEXT) =>
  answer(
    completion({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    }),
    { sent: { model: 'echo', messages: [{ role: 'user', content: prompt }] } },
  );
const expect = { echoModel: 'echo' };
const lost = (name: string, text: string) => ({
  name,
  evidence: said(text),
  expect,
  findings: [{ where: 'the text' }],
});

ruleTable(transportTextUnchanged, [
  passes('an echo after instructions', said(`Be brief.\n${TEXT}`), expect),
  lost('other line ends', TEXT.replace('\r\n', '\n')),
  lost('a lost blank at the end', TEXT.trimEnd()),
  lost('a composed character', TEXT.normalize('NFC')),
  lost('a lost invisible character', TEXT.replace('\u200B', '')),
  lost('decoded markup', TEXT.replace('&amp;', '&')),
  unverified(
    'a prompt that is long enough to be cut',
    said('', 'x'.repeat(16_384)),
    'a prompt that is short enough',
    expect,
  ),
  unverified(
    'a control character, at which a text may end',
    said('', 'one\0two'),
    'a prompt without control characters',
    expect,
  ),
  unverified('another model', said(''), 'the echoing model'),
  unverified(
    'an answer without a choice',
    answer(completion({ choices: [] }), {
      sent: { model: 'echo', messages: [{ role: 'user', content: TEXT }] },
    }),
    'an answer with text',
    expect,
  ),
]);
