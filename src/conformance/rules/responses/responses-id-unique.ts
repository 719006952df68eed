import { uniqueIds } from '../../findings/unique-ids.ts';
import { shortResponse } from '../../probes/responses.ts';
import type { FoldRule } from '../../rule.ts';

/**
 * Clients read, continue and delete a response by its id: if two have the same id, users get
 * another user's response.
 */
export const responsesIdUnique: FoldRule<'reply'> = {
  id: 'responses-id-unique',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, Response, "Unique identifier for this Response"',
  statement: 'No two responses have the same id, in one body or as a stream.',
  provenBy: 'resp-id-constant',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  fold: uniqueIds,
};
