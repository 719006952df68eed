import { modelFor } from '../../../contract/models-by-operation.ts';
import type { Behaviour } from '../../behaviour.ts';
import { failedStream } from '../../observations/stream-observations.ts';
import { failingResponseStream } from '../../probes/responses-stream.ts';
import { need } from '../../rule.ts';

export const responsesStreamFailure: Behaviour = {
  id: 'responses-stream-failure',
  question: 'How does a responses stream show that the model failed during it?',
  silence: 'What a failure in a stream looks like: not shown.',
  probe: failingResponseStream,

  observe({ exchanges }, expect) {
    need(
      modelFor(expect.failingMidStreamModel, 'responses'),
      'a model that fails during a stream: set failingMidStreamModel in a profile',
    );
    return exchanges.map(failedStream);
  },
};
