import {
  relayCutNotClean,
  relayEventLarge,
  relaySplitCharacter,
} from '../../../../src/conformance/rules/relay/streams.ts';
import type { UpstreamExchange } from '../../../../src/exchange/upstream/upstream-exchange.ts';
import { answer, event, stream } from '../exchanges.ts';
import { unusualStream } from '../relay-tables.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const TOKEN = event({ choices: [{ index: 0, delta: { content: 'a' } }] });
const FINISH = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
const DONE = event('[DONE]');
const ERROR = event({ error: { message: 'The provider broke off.' } });
const COMPLETED = event({ type: 'response.completed', response: {} });
const DELTA = event({ type: 'response.output_text.delta', delta: 'a' });

/** What the upstream wrote before it failed. */
function wrote(failure: string, ...events: readonly string[]): UpstreamExchange {
  const isCut = failure.endsWith('-after');
  return call({
    outcome: isCut ? 'failed' : 'complete',
    failure,
    answer: { body: Buffer.from(events.join('')) },
  });
}

const response = (...events: readonly string[]) => stream(events, { operation: 'responses' });

const expected = 'no sign of a complete answer, or an error';

ruleTable(relayCutNotClean, [
  {
    name: 'a stream that breaks off as well',
    evidence: relay([stream([TOKEN], { outcome: 'truncated' })], [wrote('rst-after', TOKEN)]),
  },
  {
    name: 'an error event',
    evidence: relay([stream([TOKEN, ERROR, DONE])], [wrote('fin-after', TOKEN)]),
  },
  {
    name: '[DONE] after a cut',
    evidence: relay([stream([TOKEN, DONE])], [wrote('fin-after', TOKEN)]),
    findings: [{ expected, actual: '[DONE]' }],
  },
  {
    name: 'a finish_reason after a cut',
    evidence: relay([stream([TOKEN, FINISH, DONE])], [wrote('rst-after', TOKEN)]),
    findings: [{ expected, actual: 'finish_reason "stop"' }],
  },
  {
    name: '[DONE] of the upstream without a finish_reason',
    evidence: relay([stream([TOKEN, DONE])], [wrote('no-finish', TOKEN, DONE)]),
  },
  {
    name: '[DONE] for an upstream that finished without it',
    evidence: relay([stream([TOKEN, FINISH, DONE])], [wrote('no-done', TOKEN, FINISH)]),
  },
  {
    name: '[DONE] for a body that ended without it and without a finish_reason',
    evidence: relay([stream([TOKEN, DONE])], [wrote('no-done', TOKEN)]),
  },
  {
    name: '[DONE] after a cut that came after both ends',
    evidence: relay([stream([TOKEN, FINISH, DONE])], [wrote('rst-after', TOKEN, FINISH)]),
  },
  {
    name: '[DONE] that the upstream sent before the cut',
    evidence: relay([stream([TOKEN, DONE])], [wrote('rst-after', TOKEN, DONE)]),
  },
  {
    name: 'a response that is complete after a cut',
    evidence: relay([response(DELTA, COMPLETED)], [wrote('fin-after', DELTA)]),
    findings: [{ actual: 'response.completed' }],
  },
  {
    name: 'the last event of the upstream',
    evidence: relay([response(DELTA, COMPLETED)], [wrote('no-done', DELTA, COMPLETED)]),
  },
  {
    name: 'a response without a last event',
    evidence: relay([response(DELTA)], [wrote('fin-after', DELTA)]),
  },
  {
    name: 'a response that reports an error',
    evidence: relay(
      [response(DELTA, event({ type: 'error', message: 'a' }), COMPLETED)],
      [wrote('fin-after', DELTA)],
    ),
  },
  {
    name: 'a response that failed',
    evidence: relay(
      [response(DELTA, event({ type: 'response.failed' }), COMPLETED)],
      [wrote('fin-after', DELTA)],
    ),
  },
  {
    name: 'an upstream that completed its stream',
    evidence: relay([stream([TOKEN, DONE])], [call()]),
    unverifiable: 'a stream that the upstream completed',
  },
  {
    name: 'a failure in one body',
    evidence: relay([answer({}, { status: 502 })], [wrote('fin-after')]),
    unverifiable: 'an event stream',
  },
]);

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
]);

const cut = stream([
  event({ choices: [{ index: 0, delta: { content: 'a\ud83d' } }] }),
  event({ choices: [{ index: 0, delta: { content: '\ude42' } }] }),
  event('[DONE]'),
]);

ruleTable(relaySplitCharacter, [
  ...unusualStream('split-character'),
  {
    name: 'a character of which each event has a half',
    evidence: relay([cut], [call({ failure: 'split-character', answer: { text: 'a🙂' } })]),
    findings: [
      { expected: 'whole characters, no lone surrogate' },
      { expected: 'whole characters, no lone surrogate' },
    ],
  },
]);
