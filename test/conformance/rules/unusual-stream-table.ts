import type { JudgeRule } from '../../../src/conformance/rule.ts';
import { answer, event, stream } from './exchanges.ts';
import { call, callWithLongText, relay } from './relays.ts';
import { ruleTable } from './rule-table.ts';

const delta = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const chat = (...pieces: readonly string[]) => stream([...pieces.map(delta), event('[DONE]')]);
const ERROR = event({ error: { message: 'No.' } });

/** The rows of a rule that compares a text which the upstream wrote in this unusual way. */
export function unusualStreamTable(rule: JudgeRule<'relay'>, failure: string): void {
  const sent = (text: string) => call({ failure, answer: { text } });
  ruleTable(rule, [
    { name: 'the same text', evidence: relay([chat('Grüße ', '🙂')], [sent('Grüße 🙂')]) },
    {
      name: 'another text',
      evidence: relay([chat('Gr\ufffd')], [sent('Grü')]),
      findings: [{ expected: '"Grü" (3 characters)', where: 'the joined text' }],
    },
    {
      name: 'a stream without text',
      evidence: relay([stream([event('[DONE]')])], [sent('a')]),
      findings: [{ where: 'the joined text' }],
    },
    {
      name: 'an error in the stream',
      evidence: relay([stream([delta('a'), ERROR])], [sent('a b')]),
      findings: [{ expected: 'the whole stream', actual: 'an error, or a part of it' }],
    },
    {
      name: 'an error status',
      evidence: relay([answer({ error: {} }, { status: 502 })], [sent('a b')]),
      findings: [{ expected: 'the whole stream' }],
    },
    {
      name: 'a stream that the upstream wrote in another way',
      evidence: relay([chat('a')], [call({ answer: { text: 'b' } })]),
      unverifiable: `a stream of the upstream with ${failure}`,
    },
    {
      name: 'a refusal although the upstream wrote an ordinary stream',
      evidence: relay([answer({ error: {} }, { status: 500 })], [call()]),
      unverifiable: 'an answer that the gateway relays when nothing is unusual: POST',
    },
    {
      name: 'a text that is not kept',
      evidence: relay([chat('a')], [{ ...callWithLongText(), failure }]),
      unverifiable: 'a text of at most 1 MiB',
    },
    {
      name: 'no answer',
      evidence: relay([answer('', { unanswered: true, outcome: 'reset' })], [sent('a')]),
      unverifiable: 'an answer',
    },
  ]);
}
