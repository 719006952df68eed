import { differentFromFirst } from '../../findings/differences.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * Clients and logs join chunks to an answer by id: if the id changes, one answer becomes two, each
 * with a part missing.
 */
export const chatStreamIdConstant: JudgeRule<'stream'> = {
  id: 'chat-stream-id-constant',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, "Each chunk has the same ID"',
  statement: 'All chunks of one chat stream have the same id.',
  provenBy: 'cs-id-per-chunk',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  judge(stream) {
    return differentFromFirst(stream, 'id');
  },
};
