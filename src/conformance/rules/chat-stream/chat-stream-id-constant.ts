import { chatChunks } from '../../../answers/chat-chunks.ts';
import { shortStream } from '../../probes/chat-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * Clients and logs join chunks to an answer by id: if the id changes, one answer becomes two, each
 * with a part missing.
 */
export const chatStreamIdConstant: JudgeRule<'stream'> = {
  id: 'chat-stream-id-constant',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, "Each chunk has the same ID"; "Each chunk has the same timestamp"',
  statement: 'All chunks of one chat stream have the same id and the same created.',
  provenBy: 'cs-id-per-chunk',
  evidence: 'stream',
  operations: ['chat'],
  probe: shortStream,

  *judge(stream) {
    const chunks = chatChunks(stream).filter(({ json: { id } }) => typeof id === 'string' && id);
    const [first, ...others] = chunks;
    need(first, 'a stream with a chunk that has an id');

    for (const { event, json } of others) {
      for (const where of ['id', 'created']) {
        const [expected, actual] = [first.json[where], json[where]];
        if (actual === undefined || expected === undefined || actual === expected) continue;
        yield {
          expected: `${String(expected)}, as in the first chunk`,
          actual,
          where,
          atMs: event.atMs,
        };
      }
    }
  },
};
