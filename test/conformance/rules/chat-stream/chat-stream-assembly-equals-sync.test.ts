import { chatStreamAssemblyEqualsSync } from '../../../../src/conformance/rules/chat-stream/chat-stream-assembly-equals-sync.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, delta, ERROR_EVENT, ROLE, STOP } from './chunks.ts';

const expect = { echoModel: 'echo' };
const sent = {
  model: 'echo',
  stream: true,
  messages: [
    { role: 'user', content: 'earlier' },
    { role: 'assistant', content: 'yes' },
    { role: 'user', content: 'one two three' },
  ],
};

ruleTable(chatStreamAssemblyEqualsSync, [
  {
    name: 'an echo whose deltas join to the prompt',
    evidence: stream([ROLE, delta('one'), delta(' two'), delta(null), delta(' three'), STOP], {
      sent,
    }),
    expect,
  },
  {
    name: 'an echo whose second choice differs',
    evidence: stream([delta('one two three'), delta('x', { index: 1 })], { sent }),
    expect,
  },
  {
    name: 'an echo without one of its deltas',
    evidence: stream([ROLE, delta('one'), delta(' three'), STOP], { sent }),
    expect,
    findings: [
      {
        expected: '"one two three" (13 characters)',
        actual: '"one three" (9 characters)',
        where: 'choices[0].delta.content, joined',
      },
    ],
  },
  {
    name: 'increments of an unknown model',
    evidence: stream([delta('a'), delta('a'), delta('ab'), delta('abc'), STOP]),
  },
  {
    name: 'deltas that each repeat the text so far',
    evidence: stream([delta('I'), delta('I am'), delta('I am a'), delta('I am a cat'), STOP]),
    findings: [{ expected: 'only new text in each delta', actual: 'I am a → I am a cat' }],
  },
  {
    name: 'a short answer of an unknown model',
    evidence: stream([ROLE, delta('Hello'), delta(' there'), STOP]),
  },
  {
    name: 'a whole answer in one delta',
    evidence: stream([ROLE, delta('Hello there'), STOP]),
  },
  {
    name: 'a stream without text',
    evidence: stream([ROLE, STOP]),
    unverifiable: 'needs a stream with a delta of text',
  },
  {
    name: 'two deltas, of which the second may begin with the first by chance',
    evidence: stream([delta('a'), delta('ab'), STOP]),
    unverifiable: 'needs a stream of at least 4 deltas',
  },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'without a failure',
  },
  {
    name: 'a stream whose events are not JSON, which another rule forbids,',
    evidence: stream([event('{'), DONE_EVENT], { sent }),
    expect,
    unverifiable: 'needs a stream with chunks',
  },

  {
    name: 'a request without messages',
    evidence: stream([delta('one')], { sent: { model: 'echo', stream: true } }),
    expect,
    unverifiable: 'a prompt to compare with',
  },
]);
