import { responsesInputsHonoured } from '../../../../src/conformance/rules/responses/responses-inputs-honoured.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { message, response } from './bodies.ts';

const [RULE, WORD] = ['n0123abcd', 'n89abcdef'];
const expect = { echoModel: 'echo' };
const sent = { model: 'echo', instructions: `Begin with ${RULE}.`, input: `Say ${WORD}` };
const facts = { operation: 'responses', sent } as const;
const said = (text: string) => answer(response({ output: [message(text)] }), facts);
const delta = (text: string) => event({ type: 'response.output_text.delta', delta: text });

ruleTable(responsesInputsHonoured, [
  { name: 'an echo of both', evidence: said(`Begin with ${RULE}.\nSay ${WORD}`), expect },
  {
    name: 'an echo of both in a stream',
    evidence: stream([delta(RULE.slice(0, 4)), delta(`${RULE.slice(4)} ${WORD}`)], facts),
    expect,
  },
  {
    name: 'an echo of the input alone',
    evidence: said(`Say ${WORD}`),
    expect,
    findings: [{ expected: `${RULE} in the echo`, actual: `Say ${WORD}`, where: 'instructions' }],
  },
  { name: 'another model', evidence: said('Hello'), unverifiable: 'the echoing model' },

  { name: 'an answer of no text', evidence: said(''), expect, unverifiable: 'an answer with text' },

  {
    name: 'a nonce in the answer to a request without nonces',
    evidence: answer(response({ output: [message(WORD)] }), {
      ...facts,
      sent: { model: 'echo', input: 'Hello.' },
    }),
    expect,
    unverifiable: 'needs nonces in instructions or input',
  },
]);
