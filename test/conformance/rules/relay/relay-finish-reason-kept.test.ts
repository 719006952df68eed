import { relayFinishReasonKept } from '../../../../src/conformance/rules/relay/relay-finish-reason-kept.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const choice = (finish_reason: unknown) => ({ index: 0, delta: {}, finish_reason });
const body = (reason: unknown) => answer({ choices: [choice(reason)] });
const chat = (...reasons: readonly unknown[]) =>
  stream([...reasons.map((reason) => event({ choices: [choice(reason)] })), event('[DONE]')]);
const sent = (finishReason: string) => call({ answer: { finishReason } });

const RESPONSES = { operation: 'responses' } as const;
const response = (status: string) => answer({ status }, RESPONSES);
const responseStream = (status: string) =>
  stream([event({ type: `response.${status}`, response: { status } })], RESPONSES);
const ofResponse = (finishReason: string) => call({ ...RESPONSES, answer: { finishReason } });

ruleTable(relayFinishReasonKept, [
  { name: 'the same reason', evidence: relay([body('length')], [sent('length')]) },
  { name: 'the same in a stream', evidence: relay([chat(null, 'length')], [sent('length')]) },
  {
    name: 'another reason',
    evidence: relay([body('stop')], [sent('content_filter')]),
    findings: [{ expected: 'content_filter', actual: 'stop', where: 'finish_reason' }],
  },
  {
    name: 'another reason in a stream',
    evidence: relay([chat(null, 'stop')], [sent('length')]),
    findings: [{ expected: 'length', actual: 'stop' }],
  },
  {
    name: 'a stream without a reason',
    evidence: relay([chat(null)], [sent('stop')]),
    findings: [{ expected: 'stop', actual: 'absent' }],
  },
  {
    name: 'an upstream without a reason',
    evidence: relay([body('stop')], [call()]),
    unverifiable: 'an upstream that states a finish_reason',
  },
  {
    name: 'the status of a response',
    evidence: relay([response('incomplete')], [ofResponse('incomplete')]),
  },
  {
    name: 'another status in the stream of a response',
    evidence: relay([responseStream('completed')], [ofResponse('incomplete')]),
    findings: [{ expected: 'incomplete', actual: 'completed', where: 'status' }],
  },
  {
    name: 'another status of a response',
    evidence: relay([response('completed')], [ofResponse('incomplete')]),
    findings: [{ expected: 'incomplete', actual: 'completed', where: 'status' }],
  },
  {
    name: 'a response that the gateway makes from a chat',
    evidence: relay([response('completed')], [sent('stop')]),
    unverifiable: 'an upstream request of the same kind',
  },
  {
    name: 'a stream that failed before its end',
    evidence: relay(
      [chat(null)],
      [call({ failure: 'no-finish', answer: { finishReason: 'stop' } })],
    ),
    unverifiable: 'an upstream answer without a failure',
  },
  {
    name: 'an image',
    evidence: relay([answer({}, { operation: 'images' })], [sent('stop')]),
    unverifiable: 'a text',
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], [sent('stop')]),
    unverifiable: 'a whole 2xx answer',
  },
]);
