import { requestsStream } from '../../../answers/sent-body.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ResponseFieldsSchema } from '../../../contract/responses.ts';
import { shortResponse } from '../../probes/responses.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A typed client fails if a field is missing, and the agent that uses it fails too. */
export const responsesSyncShape: JudgeRule<'reply'> = {
  id: 'responses-sync-shape',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Responses response: id, status, model (string), output (array of object), usage (object); §Endpoints: "JSON responses response (application/json)"',
  statement:
    'POST /responses returns application/json with the strings id, status and model, the array of objects output, and the object usage.',
  provenBy: 'resp-drop-output',
  evidence: 'reply',
  operations: ['responses'],
  probe: shortResponse,

  *judge(reply, expect) {
    const streams = requestsStream(reply.exchange, expect.streamField);
    need(streams === false, 'a request without the stream switch');
    if (reply.mediaType !== 'application/json') {
      yield { expected: 'application/json', actual: reply.mediaType, where: 'content-type' };
    }
    if (reply.form === 'body') yield* contradictions(ResponseFieldsSchema, reply.json);
  },
};
