import { failsInBand } from '../../../answers/failures/error-events.ts';
import { isJsonObject, member } from '../../../answers/json.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { requestsModel } from '../../../answers/sent-body.ts';
import { failingResponseStream } from '../../probes/responses-stream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** If the stream does not report a failure, half an answer looks whole. */
export const responsesStreamErrorEvent: JudgeRule<'begun'> = {
  id: 'responses-stream-error-event',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI OpenAPI 2.3.0, ResponseErrorEvent, ResponseFailedEvent; Open Responses, errors',
  statement:
    'If the model fails, a responses stream sends an error event, or response.failed with its error, and never response.completed.',
  provenBy: 'rst-silent-truncate',
  evidence: 'begun',
  operations: ['responses'],
  needs: ['failure-trigger'],
  probe: failingResponseStream,

  *judge(reply, expect) {
    const { exchange } = reply;
    need(requestsModel(exchange, expect.failingMidStreamModel), 'a request to the failing model');
    need(reply.form === 'stream', 'a failure after the stream has begun');
    const events = responseEvents(reply);
    const failed = events.find(({ type }) => type === 'response.failed');
    if (failed === undefined && !failsInBand(reply)) {
      const actual = events.at(-1)?.type ?? 'nothing';
      yield { expected: 'an error event or response.failed', actual: `${actual}, then the end` };
    } else if (failed && !isJsonObject(member(failed.json.response, 'error'))) {
      const actual = member(failed.json.response, 'error');
      yield { expected: 'response.failed with its error', actual, where: 'response.error' };
    }
    const completed = events.find(({ type }) => type === 'response.completed');
    if (completed) {
      const { atMs } = completed.event;
      yield { expected: 'no response.completed after a failure', actual: completed.type, atMs };
    }
  },
};
