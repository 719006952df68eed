import { relayErrorInStream } from '../../../../src/conformance/rules/relay/relay-error-in-stream.ts';
import { failedUpstreamTable } from '../failed-upstream-table.ts';

failedUpstreamTable(relayErrorInStream, 'error-event', {
  expected: 'an error, as from the upstream',
});
