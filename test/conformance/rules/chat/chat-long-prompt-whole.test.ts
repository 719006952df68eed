import { chatLongPromptWhole } from '../../../../src/conformance/rules/chat/chat-long-prompt-whole.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const LONG = 'a long prompt, '.repeat(1200);
const said = (content: string, prompt = LONG) =>
  answer(
    completion({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    }),
    { sent: { model: 'echo', messages: [{ role: 'user', content: prompt }] } },
  );
const expect = { echoModel: 'echo' };

ruleTable(chatLongPromptWhole, [
  { name: 'an echo of all', evidence: said(LONG), expect },
  { name: 'an echo after instructions', evidence: said(`Be brief. ${LONG}`), expect },
  {
    name: 'a short prompt',
    evidence: said('Hello', 'Hello'),
    expect,
    unverifiable: 'a long prompt',
  },

  { name: 'another model', evidence: said('Hello'), unverifiable: 'the echoing model' },
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
    evidence: said(LONG.slice(0, 8192), LONG.slice(0, 16_384)),
    expect,
    findings: [{ actual: cutAt8192() }],
  },
]);

function cutAt8192(): string {
  return `…${JSON.stringify(LONG.slice(8192 - 32, 8192))} (8192 characters)`;
}
