import { requestsStream } from '../../../answers/sent-body.ts';
import { needBothRequests } from '../../findings/upstream-request.ts';
import { relayedRequests } from '../../probes/relay/requests-passed-on.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** A stream that the gateway makes from a whole answer begins only after the model has finished. */
export const relayAsksForStream: JudgeRule<'relay'> = {
  id: 'relay-asks-for-stream',
  level: 'should',
  provenance: 'assumed',
  source: 'latency: the first token is what a stream is for',
  statement: 'A streamed request is streamed by the upstream too.',
  provenBy: 'relay-stream-from-sync',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedRequests,

  *judge(relay, expect) {
    const [asked] = relay.exchanges;
    concerns(asked && requestsStream(asked, expect.streamField), 'a request for a stream');
    const { exchange, upstream } = needBothRequests(relay);
    if (upstream.stream === true) return;
    const actual = upstream.stream;
    yield { expected: 'true', actual, where: 'stream of the upstream request', exchange };
  },
};
