import { relayEventLarge } from '../../../../src/conformance/rules/relay/relay-event-large.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const chat = (content: string) =>
  stream([event({ choices: [{ index: 0, delta: { content } }] }), event('[DONE]')]);
const sent = (...characters: readonly number[]) =>
  call({
    failure: 'big-event',
    answer: { tokens: characters.map((each) => ({ characters: each, atMs: 1 })) },
  });

ruleTable(relayEventLarge, [
  { name: 'the whole text', evidence: relay([chat('abcd')], [sent(2, 4)]) },
  {
    name: 'a part of the text as if it were whole',
    evidence: relay([chat('abc')], [sent(2, 4)]),
    findings: [
      { expected: '4 characters, or an error', actual: '3 characters', where: 'the joined text' },
    ],
  },
  {
    name: 'an error in the stream',
    evidence: relay([stream([event({ error: { message: 'Too large.' } })])], [sent(4)]),
  },
  { name: 'an error status', evidence: relay([answer({}, { status: 502 })], [sent(4)]) },
  {
    name: 'an upstream that wrote no text',
    evidence: relay([chat('a')], [sent()]),
    unverifiable: 'an upstream that wrote a text',
  },
  {
    name: 'an event of another size',
    evidence: relay([chat('a')], [call()]),
    unverifiable: 'a stream of the upstream with big-event',
  },
]);
