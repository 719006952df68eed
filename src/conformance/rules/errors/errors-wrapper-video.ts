import { contradictions } from '../../../contract/contradictions.ts';
import { ErrorWrapperSchema } from '../../../contract/error.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { failures } from '../../probes/failures.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** A client that cannot read why a video job failed shows its user nothing, or retries. */
export const errorsWrapperVideo: JudgeRule<'failure'> = {
  id: 'errors-wrapper-video',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Errors: "The error wrapper has one key, error, which holds the object with message, type, param and code."; §Endpoints: "a second JSON body type is declared for failures"',
  statement:
    'A failed video request returns a JSON body with the single key error, which has message, type, param and code.',
  provenBy: 'err-video-extra-key',
  evidence: 'failure',
  operations: ['video-create', 'video-read', 'video-cancel'],
  probe: failures,

  *judge({ exchange, status, json }) {
    concerns(exchange.operation.startsWith('video-'), 'a request of a video operation');
    need(status >= 400, 'a failure status');
    need(isOrdinary(exchange), 'a request with an ordinary size and path');
    yield* contradictions(ErrorWrapperSchema, json);
  },
};
