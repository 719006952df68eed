import { modelFor } from '../../../contract/models-by-operation.ts';
import type { Behaviour } from '../../behaviour.ts';
import { failedStream } from '../../observations/stream-observations.ts';
import { failingStream } from '../../probes/chat-stream.ts';
import { need } from '../../rule.ts';

export const chatStreamFailure: Behaviour = {
  id: 'chat-stream-failure',
  question: 'How does a chat stream show that the model failed during it?',
  silence: 'What a failure in a stream looks like: not shown.',
  probe: failingStream,

  observe({ exchanges }, expect) {
    need(
      modelFor(expect.failingMidStreamModel, 'chat'),
      'a model that fails during a stream: set failingMidStreamModel in a profile',
    );
    return exchanges.map(failedStream);
  },
};
