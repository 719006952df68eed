import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that parses a failure by its media type shows a page of HTML, or throws its own error. */
export const errorsJsonMediaType: JudgeRule<'failure'> = {
  id: 'errors-json-media-type',
  level: 'must',
  provenance: 'assumed',
  source: 'interface ("All bodies are JSON"); RFC 9110 §8.3',
  statement: 'The body of a failure is application/json, never HTML or text.',
  provenBy: 'err-html',
  evidence: 'failure',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ status, mediaType, text }, expect) {
    need(status >= 400, 'a status that says failure');
    need(text !== '', 'a failure with a body');
    if (!expect.errorMediaTypes.includes(mediaType)) {
      const expected = expect.errorMediaTypes.join(' or ');
      yield { expected, actual: mediaType, where: 'content-type' };
    }
  },
};
