import { relayPromptUnchanged } from '../../../../src/conformance/rules/relay/relay-prompt-unchanged.ts';
import { answer } from '../exchanges.ts';
import { call, callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const TEXT = ' Ça va?\n';
const chat = (content: unknown) => ({ messages: [{ role: 'user', content }] });
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
    unverifiable: 'an upstream request that carries the word',
  },
  {
    name: 'a request without texts',
    evidence: relay([answer({}, { sent: { prompt: 'x' } })], [callWith(chat(TEXT))]),
    unverifiable: 'a request with messages or an input',
  },
]);
