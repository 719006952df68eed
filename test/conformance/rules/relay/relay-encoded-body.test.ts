import { gzipSync } from 'node:zlib';
import { relayEncodedBody } from '../../../../src/conformance/rules/relay/relay-encoded-body.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer } from '../exchanges.ts';
import { call, callWithLongText, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const chat = (content: string, headers: Readonly<Record<string, string>> = {}) =>
  answer({ choices: [{ message: { content } }] }, { headers });
const sent = (text: string) => call({ failure: 'gzip', answer: { text } });

function coded(content: string): Exchange {
  const exchange = chat(content, { 'content-encoding': 'gzip' });
  const body = gzipSync(exchange.answer?.body ?? '');
  return exchange.answer === undefined
    ? exchange
    : { ...exchange, answer: { ...exchange.answer, body } };
}

ruleTable(relayEncodedBody, [
  { name: 'the same text', evidence: relay([chat('é 🙂')], [sent('é 🙂')]) },
  {
    name: 'another text',
    evidence: relay([chat('é')], [sent('é 🙂')]),
    findings: [{ actual: '"é" (1 characters)', where: 'the text' }],
  },
  {
    name: 'a refusal although the upstream encoded nothing',
    evidence: relay([answer({}, { status: 500 })], [call()]),
    unverifiable: 'an answer that the gateway relays when nothing is unusual: POST',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 502 })], [sent('é')]),
    findings: [{ actual: '"" (0 characters)' }],
  },
  {
    name: 'the same text in the coding that the answer states',
    evidence: relay([coded('é 🙂')], [sent('é 🙂')]),
  },
  {
    name: 'another text in the coding that the answer states',
    evidence: relay([coded('é')], [sent('é 🙂')]),
    findings: [{ actual: '"é" (1 characters)', where: 'the text' }],
  },
  {
    name: 'a plain text under the name of a coding',
    evidence: relay([chat('é', { 'content-encoding': 'gzip' })], [sent('é')]),
    findings: [{ expected: 'a body in gzip', actual: 'other bytes' }],
  },
  {
    name: 'a coding that is not known',
    evidence: relay([chat('é', { 'content-encoding': 'rot13' })], [sent('é')]),
    unverifiable: 'a coding that Assay knows: rot13',
  },
  {
    name: 'a text that is too long to be kept',
    evidence: relay([chat('é')], [{ ...callWithLongText(), failure: 'gzip' }]),
    unverifiable: 'a text of at most 1 MiB',
  },
  {
    name: 'a plain answer of the upstream',
    evidence: relay([chat('é')], [call()]),
    unverifiable: 'another answer of the upstream',
  },
  {
    name: 'no upstream request',
    evidence: relay([chat('é')], []),
    unverifiable: 'another answer of the upstream',
  },
]);
