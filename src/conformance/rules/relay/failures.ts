import { RELAYED } from '../../../contract/operations.ts';
import { BAD_ANSWERS, badUpstream } from '../../probes/relay/failures.ts';
import { errorsUpstream } from '../../probes/relay/streams.ts';
import { shownFailure } from '../../rows/relays.ts';

export const relayBadAnswer = shownFailure('relay-bad-answer', {
  level: 'must',
  assumed: 'RFC 9110 §15.6.3',
  statement:
    'Malformed JSON, an HTML page or an empty body from the upstream is an error for the caller.',
  harm: 'A client that gets a page of HTML with 200 fails far from the cause.',
  provenBy: 'relay-pass-garbage',
  operations: RELAYED,
  probe: badUpstream,
  failures: BAD_ANSWERS,
});

export const relayErrorInStream = shownFailure('relay-error-in-stream', {
  level: 'must',
  assumed: 'OpenAI, errors within a stream',
  statement: 'An error event of the upstream reaches the caller as an error.',
  harm: 'Half an answer that ends without an error hides that the model failed.',
  provenBy: 'relay-swallow-event-error',
  operations: ['chat', 'responses'],
  probe: errorsUpstream,
  failures: ['error-event'],
});
