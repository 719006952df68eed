import { relayTextUnchanged } from '../../../../src/conformance/rules/relay/relay-text-unchanged.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, callWithLongText, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const sent = { model: 'some-model', stream: true };
const delta = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
const chat = (...pieces: readonly string[]) => stream([...pieces.map(delta), event('[DONE]')]);
const text = (written: string) => call({ answer: { text: written } });

ruleTable(relayTextUnchanged, [
  { name: 'the same text', evidence: relay([chat('Grüße ', '🙂')], [text('Grüße 🙂')]) },
  { name: 'other pieces', evidence: relay([chat('a b', ' c')], [text('a b c')]) },
  {
    name: 'a lost token',
    evidence: relay([chat('a ', 'c')], [text('a b c')]),
    findings: [
      {
        expected: '"a b c" (5 characters)',
        actual: '"a c" (3 characters)',
        where: 'the joined text',
      },
    ],
  },
  {
    name: 'a character that became another',
    evidence: relay([chat('Gr\ufffd\ufffd')], [text('Grü')]),
    findings: [{ actual: '"Gr\ufffd\ufffd" (4 characters)' }],
  },
  {
    name: 'a response in pieces',
    evidence: relay(
      [
        stream(
          ['a ', 'b'].map((part) => event({ type: 'response.output_text.delta', delta: part })),
          { operation: 'responses', sent },
        ),
      ],
      [text('a c')],
    ),
    findings: [{ actual: '"a b" (3 characters)' }],
  },
  {
    name: 'the text of a second attempt',
    evidence: relay([chat('a')], [call({ outcome: 'failed' }), text('a')]),
  },
  {
    name: 'two whole answers of the upstream',
    evidence: relay([chat('a')], [text('a'), text('b')]),
    unverifiable: 'one whole 2xx answer of the upstream',
  },
  {
    name: 'a stream that was cut',
    evidence: relay([stream([delta('a')], { outcome: 'truncated' })], [text('a b')]),
    unverifiable: 'a whole 2xx event stream',
  },
  {
    name: 'a text that is too long to be kept',
    evidence: relay([chat('a')], [callWithLongText()]),
    unverifiable: 'a text of at most 1 MiB',
  },
  {
    name: 'an answer in one body',
    evidence: relay([answer({}, { sent: { stream: false } })], [text('a')]),
    unverifiable: 'a request for a stream',
  },
]);
