import { differentFromFirst } from '../../findings/differences.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import type { JudgeRule } from '../../rule.ts';

/** A log that files an answer by its time finds one answer at several times. */
export const chatStreamCreatedConstant: JudgeRule<'stream'> = {
  id: 'chat-stream-created-constant',
  level: 'should',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, "Each chunk has the same timestamp"',
  statement: 'All chunks of one chat stream have the same created.',
  provenBy: 'cs-created-per-chunk',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  judge(stream) {
    return differentFromFirst(stream, 'created');
  },
};
