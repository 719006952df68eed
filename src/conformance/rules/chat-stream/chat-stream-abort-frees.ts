import { member } from '../../../answers/json.ts';
import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { abandonedStreams } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Requests of users who closed a tab keep running: the service fills up with work that has no
 * reader.
 */
export const chatStreamAbortFrees: JudgeRule<'series'> = {
  id: 'chat-stream-abort-frees',
  level: 'should',
  provenance: 'assumed',
  source: 'BerriAI/litellm#13774; BerriAI/litellm#33736',
  statement:
    'A client that disconnects during a stream frees its slot, and later requests of the same account succeed.',
  provenBy: 'cs-leak-on-abort',
  evidence: 'series',
  operations: ['chat'],
  measuresTime: true,
  probe: abandonedStreams,

  *judge({ exchanges }) {
    const abandoned = exchanges.filter(({ outcome }) => outcome === 'aborted');
    need(abandoned.length > 0, 'streams that the client dropped before their end');
    const after = exchanges.find(
      ({ operation, outcome }) => operation === 'chat' && outcome !== 'aborted',
    );
    need(
      after && (isSettled(after) || after.outcome === 'timed-out'),
      'an answer after the dropped streams',
    );
    if (!isAccepted(after)) {
      const actual = describeOutcome(after);
      yield { expected: '2xx after the dropped streams', actual, exchange: after };
    }
    const last = exchanges.findLast(({ operation }) => operation === 'other');
    if (last === undefined) return;
    const inFlight = member(narrow('answer', last)?.json, 'inFlight');
    need(typeof inFlight === 'number', 'a count of requests in flight');
    if (inFlight > 0) {
      yield { expected: 'no request in flight', actual: inFlight, exchange: last };
    }
  },
};
