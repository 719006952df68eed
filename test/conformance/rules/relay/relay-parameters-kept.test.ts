import { PARAMETERS } from '../../../../src/conformance/probes/relayed-members.ts';
import { relayParametersKept } from '../../../../src/conformance/rules/relay/relay-parameters-kept.ts';
import { answer } from '../exchanges.ts';
import { callWith, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const { max_tokens, ...others } = PARAMETERS;
const all = answer({}, { sent: PARAMETERS });
const tool = (also: object) => ({
  tools: [{ type: 'function', function: { name: 'find_boat', ...also } }],
});

ruleTable(relayParametersKept, [
  { name: 'the same values', evidence: relay([all], [callWith({ ...PARAMETERS, user: 'u' })]) },
  {
    name: 'the new name of a limit, and one stop as a text',
    evidence: relay(
      [all],
      [callWith({ ...others, stop: 'zqx', max_completion_tokens: max_tokens })],
    ),
  },
  {
    name: 'a tool with a member in addition',
    evidence: relay([answer({}, { sent: tool({}) })], [callWith(tool({ strict: false }))]),
  },
  {
    name: 'a parameter that is lost',
    evidence: relay([all], [callWith({ ...PARAMETERS, temperature: undefined })]),
    findings: [
      { expected: '0.37', actual: 'absent', where: 'temperature of the upstream request' },
    ],
  },
  {
    name: 'a value that is rounded, and a seed that is another',
    evidence: relay([all], [callWith({ ...PARAMETERS, top_p: 0.8, seed: 1 })]),
    findings: [
      { where: 'top_p of the upstream request' },
      { where: 'seed of the upstream request' },
    ],
  },
  {
    name: 'a tool without its parameters',
    evidence: relay([answer({}, { sent: tool({ parameters: {} }) })], [callWith(tool({}))]),
    findings: [{ where: 'tools of the upstream request' }],
  },
  {
    name: 'a list with one more stop',
    evidence: relay([all], [callWith({ ...PARAMETERS, stop: ['zqx', 'y'] })]),
    findings: [{ where: 'stop of the upstream request' }],
  },
  {
    name: 'an object where another value was',
    evidence: relay([all], [callWith({ ...PARAMETERS, response_format: 'json' })]),
    findings: [{ where: 'response_format of the upstream request' }],
  },
  {
    name: 'a refusal',
    evidence: relay([answer({}, { sent: PARAMETERS, status: 400 })], []),
    unverifiable: 'a 2xx answer',
  },
  {
    name: 'a chat without parameters',
    evidence: relay([answer({}, { sent: { model: 'm' } })], [callWith({})]),
    unverifiable: 'a chat with parameters',
  },
  {
    name: 'a chat that became a response',
    evidence: relay([all], [callWith({}, { operation: 'responses' })]),
    unverifiable: 'an upstream request for a chat',
  },
]);
