import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { requestsModel } from '../../../answers/sent-body.ts';
import { DONE } from '../../../contract/stream-events.ts';
import { failingStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Clients store, show and act on half an answer if it ends like a whole one. */
export const chatStreamErrorNotDisguised: JudgeRule<'begun'> = {
  id: 'chat-stream-error-not-disguised',
  level: 'must',
  provenance: 'assumed',
  source: 'BerriAI/litellm#32086',
  statement:
    'A failed chat stream never has finish_reason "stop", nor [DONE] without an error before it.',
  provenBy: 'cs-error-then-stop',
  evidence: 'begun',
  operations: ['chat'],
  needs: ['failure-trigger'],
  probe: failingStream,

  *judge(reply, expect) {
    const fails = requestsModel(reply.exchange, expect.failingMidStreamModel);
    need(fails, 'a request to the failing model');
    need(reply.form === 'stream', 'a failure after the stream has begun');
    for (const { event, choices } of chatChunks(reply)) {
      if (!choices.some(({ finishReason }) => finishReason === 'stop')) continue;
      const where = 'choices[0].finish_reason';
      yield { expected: 'no finish_reason "stop"', actual: 'stop', where, atMs: event.atMs };
    }
    const done = reply.events.find(({ data }) => data === DONE);
    if (done && !failsInBand(reply)) {
      yield { expected: `an error before ${DONE}`, actual: DONE, atMs: done.atMs };
    }
  },
};
