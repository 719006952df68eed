import { z } from 'zod';
import { contradictions } from '../../../contract/contradictions.ts';
import type { Expectations } from '../../expectations.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { failures } from '../../probes/failures.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** Keys beside `error` are not shown outside the video operations, so they may be there. */
function wrapperOf({ errorMembers }: Expectations) {
  const members = errorMembers.map((name) => [name, z.unknown()] as const);
  return z.looseObject({ error: z.looseObject(Object.fromEntries(members)) });
}

/** Every client reads error.message: of another shape, its user sees "undefined". */
export const errorsWrapper: JudgeRule<'failure'> = {
  id: 'errors-wrapper',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Errors ("Error body of endpoints other than the video ones: not shown"); OpenAI OpenAPI 2.3.0, ErrorResponse',
  statement:
    'A failed call has a JSON body whose error holds message, type, param and code, whatever the operation.',
  provenBy: 'err-flat',
  evidence: 'failure',
  operations: ['chat', 'responses', 'images', 'transcription'],
  probe: failures,

  *judge({ exchange, status, json, text, mediaType }, expect) {
    concerns(!exchange.operation.startsWith('video-'), 'a call of no video operation');
    need(status >= 400, 'a status that says failure');
    need(isOrdinary(exchange), 'a request of ordinary size and path');
    // Of another media type it is for errors-json-media-type.
    need(json !== undefined || text === '' || isJson(mediaType), 'a body in JSON');
    yield* contradictions(wrapperOf(expect), json);
  },
};

function isJson(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType.endsWith('+json');
}
