import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that parses a failure by its media type shows a page of HTML, or fails with an error of
 * its own.
 */
export const errorsJsonMediaType: JudgeRule<'any'> = {
  id: 'errors-json-media-type',
  level: 'must',
  provenance: 'assumed',
  source: 'interface ("All bodies are JSON"); RFC 9110 §8.3',
  statement: 'The body of a failure is application/json, never HTML or text.',
  provenBy: 'err-html',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge(answer, expect) {
    const { exchange, status, mediaType } = answer;
    need(status >= 400, 'a failure status');
    need(answer.form === 'stream' || answer.text !== '', 'a failure with a body');
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    if (!expect.errorMediaTypes.includes(mediaType)) {
      const expected = expect.errorMediaTypes.join(' or ');
      yield { expected, actual: mediaType, where: 'content-type' };
    }
  },
};
