import { relayNoSplice } from '../../../../src/conformance/rules/relay/relay-no-splice.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const token = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const delta = (text: string) => event({ type: 'response.output_text.delta', delta: text });
const cut = (text: string) => call({ outcome: 'failed', failure: 'rst-after', answer: { text } });
const whole = (text: string) => call({ answer: { text } });

const FIRST = 'one two ';
const SECOND = 'ten eleven twelve ';
const finding = { expected: 'the text of one upstream answer', actual: 'parts of 2' };

ruleTable(relayNoSplice, [
  {
    name: 'a stream that breaks off',
    evidence: relay([stream([token('one ')], { outcome: 'truncated' })], [cut(FIRST)]),
  },
  {
    name: 'a second attempt before the first token',
    evidence: relay(
      [stream([token('ten '), token('eleven twelve ')])],
      [cut(FIRST), whole(SECOND)],
    ),
  },
  {
    name: 'a second attempt that repeats the text',
    evidence: relay([stream([token('one two three ')])], [cut(FIRST), whole('one two three ')]),
  },
  {
    name: 'a second attempt that nothing of is passed on',
    evidence: relay([stream([token('one two ')])], [cut(FIRST), whole(SECOND)]),
  },
  {
    name: 'another answer behind the first',
    evidence: relay([stream([token('one '), token('ten eleven ')])], [cut(FIRST), whole(SECOND)]),
    findings: [{ ...finding, where: 'the joined text' }],
  },
  {
    name: 'another answer of a response behind the first',
    evidence: relay(
      [stream([delta('one two '), delta('twelve')], { operation: 'responses' })],
      [cut(FIRST), whole(SECOND)],
    ),
    findings: [finding],
  },
  {
    name: 'a failure in place of a stream',
    evidence: relay([answer({ error: {} }, { status: 502 })], [cut(FIRST), cut(SECOND)]),
  },
  {
    name: 'a failure without an answer',
    evidence: relay([answer({}, { outcome: 'reset', unanswered: true })], [cut(FIRST)]),
    unverifiable: 'needs an answer',
  },
  {
    name: 'an upstream that completed its stream',
    evidence: relay([stream([token(FIRST)])], [whole(FIRST)]),
    unverifiable: 'a stream that the upstream completed',
  },
]);
