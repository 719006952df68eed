import { z } from 'zod';
import { contradictions } from '../../../contract/contradictions.ts';
import type { Expectations } from '../../expectations.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { failures } from '../../probes/failures.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** The interface shows no failure of the other operations, so they may have keys beside `error`. */
function wrapperOf({ errorMembers }: Expectations) {
  const members = errorMembers.map((name) => [name, z.unknown()] as const);
  return z.looseObject({ error: z.looseObject(Object.fromEntries(members)) });
}

/** Every client reads error.message: with another shape, its user sees "undefined". */
export const errorsWrapper: JudgeRule<'failure'> = {
  id: 'errors-wrapper',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Errors ("Error body of endpoints other than the video ones: not shown"); OpenAI OpenAPI 2.3.0, ErrorResponse',
  statement:
    'A failed request of any operation returns a JSON body whose error has message, type, param and code.',
  provenBy: 'err-flat',
  evidence: 'failure',
  operations: ['chat', 'responses', 'images', 'transcription'],
  probe: failures,

  *judge({ exchange, status, json, text, mediaType }, expect) {
    concerns(!exchange.operation.startsWith('video-'), 'a request of another operation than video');
    need(status >= 400, 'a failure status');
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    // errors-json-media-type judges other media types.
    need(json !== undefined || text === '' || isJson(mediaType), 'a body in JSON');
    yield* contradictions(wrapperOf(expect), json);
  },
};

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}
