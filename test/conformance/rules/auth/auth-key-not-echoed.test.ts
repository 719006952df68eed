import { authKeyNotEchoed } from '../../../../src/conformance/rules/auth/auth-key-not-echoed.ts';
import { completion } from '../chat/completions.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(authKeyNotEchoed, [
  { name: 'an answer', evidence: answer(completion()) },
  { name: 'a stream', evidence: stream([event('[DONE]')]) },
  { name: 'words that look like a marker', evidence: answer({ text: '[an API key 1]' }) },
  {
    name: 'the key in hex in a header',
    evidence: answer(completion(), { headers: { 'x-caller': 'id=[hex of API key 1]' } }),
    findings: [{ actual: '[hex of API key 1]', where: 'x-caller' }],
  },
  {
    name: 'the key in the pieces of several deltas, once',
    evidence: stream([
      event({ delta: '[part of API key 1]' }),
      event({ delta: '[part of API key 1][part of API key 1]' }),
    ]),
    findings: [{ actual: '[part of API key 1]', where: 'body' }],
  },
  {
    name: 'the key in an answer that was cut',
    evidence: answer('{"error":"[API key 1]', { outcome: 'truncated' }),
    findings: [{ actual: '[API key 1]' }],
  },
  {
    name: 'the key in a stream from which Assay disconnected',
    evidence: stream([event({ user: '[API key 1]' })], { outcome: 'aborted' }),
    findings: [{ actual: '[API key 1]' }],
  },
]);
