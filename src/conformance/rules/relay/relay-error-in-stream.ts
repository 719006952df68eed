import { showsFailure } from '../../findings/reported-failure.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { errorsUpstream } from '../../probes/relay/streams.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** Half an answer that ends without an error hides that the model failed. */
export const relayErrorInStream: JudgeRule<'relay'> = {
  id: 'relay-error-in-stream',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI, errors within a stream',
  statement: 'An error event of the upstream reaches the caller as an error.',
  provenBy: 'relay-swallow-event-error',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: errorsUpstream,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const failure = needCalls(relay).at(-1)?.failure;
    concerns(exchange && failure === 'error-event', 'another answer of the upstream');
    if (showsFailure(exchange)) return;
    yield { expected: 'an error, as from the upstream', actual: 'no error', exchange };
  },
};
