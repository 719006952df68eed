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
import { finds, passes, unverified } from '../verdicts.ts';

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
  passes(
    'a stream that breaks off as well',
    relay([stream([TOKEN], { outcome: 'truncated' })], [wrote('rst-after', TOKEN)]),
  ),
  passes('an error event', relay([stream([TOKEN, ERROR, DONE])], [wrote('fin-after', TOKEN)])),
  finds('[DONE] after a cut', relay([stream([TOKEN, DONE])], [wrote('fin-after', TOKEN)]), {
    expected,
    actual: '[DONE]',
  }),
  finds(
    'a finish_reason after a cut',
    relay([stream([TOKEN, FINISH, DONE])], [wrote('rst-after', TOKEN)]),
    { expected, actual: 'finish_reason "stop"' },
  ),
  passes(
    '[DONE] of the upstream without a finish_reason',
    relay([stream([TOKEN, DONE])], [wrote('no-finish', TOKEN, DONE)]),
  ),
  passes(
    '[DONE] for an upstream that finished without it',
    relay([stream([TOKEN, FINISH, DONE])], [wrote('no-done', TOKEN, FINISH)]),
  ),
  passes(
    '[DONE] for a body that ended without it and without a finish_reason',
    relay([stream([TOKEN, DONE])], [wrote('no-done', TOKEN)]),
  ),
  passes(
    '[DONE] after a cut that came after both ends',
    relay([stream([TOKEN, FINISH, DONE])], [wrote('rst-after', TOKEN, FINISH)]),
  ),
  passes(
    '[DONE] that the upstream sent before the cut',
    relay([stream([TOKEN, DONE])], [wrote('rst-after', TOKEN, DONE)]),
  ),
  finds(
    'a response that is complete after a cut',
    relay([response(DELTA, COMPLETED)], [wrote('fin-after', DELTA)]),
    { actual: 'response.completed' },
  ),
  passes(
    'the last event of the upstream',
    relay([response(DELTA, COMPLETED)], [wrote('no-done', DELTA, COMPLETED)]),
  ),
  passes('a response without a last event', relay([response(DELTA)], [wrote('fin-after', DELTA)])),
  passes(
    'a response that reports an error',
    relay(
      [response(DELTA, event({ type: 'error', message: 'a' }), COMPLETED)],
      [wrote('fin-after', DELTA)],
    ),
  ),
  passes(
    'a response that failed',
    relay(
      [response(DELTA, event({ type: 'response.failed' }), COMPLETED)],
      [wrote('fin-after', DELTA)],
    ),
  ),
  unverified(
    'an upstream that completed its stream',
    relay([stream([TOKEN, DONE])], [call()]),
    'a stream that the upstream completed',
  ),
  unverified(
    'a failure in one body',
    relay([answer({}, { status: 502 })], [wrote('fin-after')]),
    'an event stream',
  ),
]);

const chat = (content: string) =>
  stream([event({ choices: [{ index: 0, delta: { content } }] }), event('[DONE]')]);
const sent = (...characters: readonly number[]) =>
  call({
    failure: 'big-event',
    answer: { tokens: characters.map((each) => ({ characters: each, atMs: 1 })) },
  });

ruleTable(relayEventLarge, [
  passes('the whole text', relay([chat('abcd')], [sent(2, 4)])),
  finds('a part of the text as if it were whole', relay([chat('abc')], [sent(2, 4)]), {
    expected: '4 characters, or an error',
    actual: '3 characters',
    where: 'the joined text',
  }),
  passes(
    'an error in the stream',
    relay([stream([event({ error: { message: 'Too large.' } })])], [sent(4)]),
  ),
  passes('an error status', relay([answer({}, { status: 502 })], [sent(4)])),
  unverified(
    'a stream that is larger than Assay reads',
    relay([stream([event('')], { outcome: 'oversize' })], [sent(4)]),
    'an answer that Assay did not cut at its limit',
  ),
  unverified(
    'an upstream that wrote no text',
    relay([chat('a')], [sent()]),
    'an upstream that wrote a text',
  ),
]);

const cut = stream([
  event({ choices: [{ index: 0, delta: { content: 'a\ud83d' } }] }),
  event({ choices: [{ index: 0, delta: { content: '\ude42' } }] }),
  event('[DONE]'),
]);

ruleTable(relaySplitCharacter, [
  ...unusualStream('split-character'),
  finds(
    'a character of which each event has a half',
    relay([cut], [call({ failure: 'split-character', answer: { text: 'a🙂' } })]),
    { expected: 'whole characters, no lone surrogate' },
    { expected: 'whole characters, no lone surrogate' },
  ),
]);
