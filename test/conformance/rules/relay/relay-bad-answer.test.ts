import { relayBadAnswer } from '../../../../src/conformance/rules/relay/relay-bad-answer.ts';
import { failedUpstreamTable } from '../failed-upstream-table.ts';

failedUpstreamTable(relayBadAnswer, 'html', { actual: 'status 200 without an error' });
