import { relayPromptUnchanged } from '../../../../src/conformance/rules/relay/relay-prompt-unchanged.ts';
import { answer } from '../exchanges.ts';
import { call, callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const TEXT = ' Ça va?\n';
const chat = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const turns = (...texts: readonly string[]) => ({
  messages: texts.map((content) => ({ content })),
});
const image = answer({}, { operation: 'images', sent: { prompt: 'a boat' } });
const asked = answer({}, { sent: chat(TEXT) });
const response = answer(
  {},
  { operation: 'responses', sent: { instructions: 'Be short.', input: TEXT } },
);

ruleTable(relayPromptUnchanged, [
  { name: 'the same text', evidence: relay([asked], [callWith(chat(TEXT))]) },
  {
    name: 'the same text as a part',
    evidence: relay([asked], [callWith(chat([{ type: 'text', text: TEXT }]))]),
  },
  {
    name: 'the same text after instructions of the gateway',
    evidence: relay(
      [asked],
      [callWith({ messages: [{ content: 'Be kind.' }, { content: TEXT }] })],
    ),
  },
  {
    name: 'the same text within a longer one',
    evidence: relay([asked], [callWith(chat(`Be kind.${TEXT}Thanks.`))]),
  },
  {
    name: 'a request that is not kept',
    evidence: relay([answer({})], [callWith(chat(TEXT))]),
    unverifiable: 'a request body that is kept whole',
  },
  {
    name: 'a response that became a chat',
    evidence: relay(
      [response],
      [callWith({ messages: [{ content: 'Be short.' }, { content: TEXT }] })],
    ),
  },
  {
    name: 'a trimmed text',
    evidence: relay([asked], [callWith(chat('Ça va?'))]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'a normalised text',
    evidence: relay([answer({}, { sent: chat('e\u0301') })], [callWith(chat('é'))]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'instructions that are lost',
    evidence: relay([response], [callWith({ input: TEXT })]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'a first attempt that was right and a last one that was not',
    evidence: relay([asked], [callWith(chat(TEXT)), callWith(chat(''))]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'an upstream request without JSON',
    evidence: relay([asked], [call()]),
    unverifiable: 'an upstream request in JSON',
  },
  {
    name: 'no upstream request',
    evidence: relay([asked], []),
    unverifiable: 'an upstream request with the nonce',
  },
  {
    name: 'a request without texts',
    evidence: relay([answer({}, { sent: { model: 'x' } })], [callWith(chat(TEXT))]),
    unverifiable: 'a request with messages, an input or a prompt',
  },
  {
    name: 'two messages that are swapped',
    evidence: relay([answer({}, { sent: turns('one', 'two') })], [callWith(turns('two', 'one'))]),
    findings: [{ where: 'text 2 of the prompt' }],
  },
  {
    name: 'three messages in reverse order',
    evidence: relay(
      [answer({}, { sent: turns('one', 'two', 'three') })],
      [callWith(turns('three', 'two', 'one'))],
    ),
    findings: [{ where: 'text 3 of the prompt' }],
  },
  {
    name: 'a turn of another request',
    evidence: relay(
      [answer({}, { sent: turns('one n3f9c2a71', 'two n11112222') })],
      [callWith(turns('one n99998888', 'two n11112222'))],
    ),
    findings: [
      {
        expected: '"one n3f9c2a71" (13 characters)',
        actual: '"one n99998888" (13 characters), of another request',
        where: 'text 1 of the prompt',
      },
    ],
  },
  {
    name: 'two messages in one',
    evidence: relay([answer({}, { sent: turns('one', 'two') })], [callWith(turns('one\ntwo'))]),
  },
  {
    name: 'another prompt of an image',
    evidence: relay([image], [callWith({ prompt: 'a cat' }, { operation: 'images' })]),
    findings: [{ where: 'text 1 of the prompt' }],
  },
  {
    name: 'the prompt of an image',
    evidence: relay([image], [callWith({ prompt: 'a boat, please' }, { operation: 'images' })]),
  },
  {
    name: 'a prompt in a form',
    evidence: relay([image], [call({ request: { fields: [['prompt', 'a boat']] } })]),
  },
]);
