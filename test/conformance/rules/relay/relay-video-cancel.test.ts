import { relayVideoCancel } from '../../../../src/conformance/rules/relay/relay-video-cancel.ts';
import { answer } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, made } from '../video/jobs.ts';

const created = call({ operation: 'video-create' });
const cancelled = () => call({ operation: 'video-cancel' });
const read = call({ operation: 'video-read' });
const requests = [made(), cancelAt(10)];
const expected = '1 upstream cancel';

ruleTable(relayVideoCancel, [
  { name: 'a cancel', evidence: relay(requests, [created, cancelled()]) },
  {
    name: 'a cancel between reads of the gateway',
    evidence: relay(requests, [created, read, cancelled(), read]),
  },
  {
    name: 'a cancel that was sent again, because the first one was not answered',
    evidence: relay(requests, [
      created,
      call({ operation: 'video-cancel', outcome: 'disconnected' }),
      cancelled(),
    ]),
  },
  {
    name: 'a cancel whose answer the gateway did not wait for',
    evidence: relay(requests, [
      created,
      call({ operation: 'video-cancel', outcome: 'disconnected' }),
    ]),
  },
  {
    name: 'no cancel',
    evidence: relay(requests, [created, read]),
    findings: [{ expected, actual: 'no upstream cancels' }],
  },
  {
    name: 'two cancels',
    evidence: relay(requests, [created, cancelled(), cancelled()]),
    findings: [{ expected, actual: '2 upstream cancels' }],
  },
  {
    name: 'a cancel that the gateway refused',
    evidence: relay([made(), answer({}, { operation: 'video-cancel', status: 409 })], [created]),
    unverifiable: 'a 2xx answer to the cancel',
  },
  {
    name: 'no cancel of the caller',
    evidence: relay([made()], [created]),
    unverifiable: 'a 2xx answer to the cancel',
  },
  {
    name: 'a job that the upstream does not know',
    evidence: relay(requests, [read]),
    unverifiable: 'the job upstream',
  },
  {
    name: 'an upstream request that is not over',
    evidence: relay(requests, [created], { open: 1 }),
    unverifiable: 'no request for it that is not over',
  },
]);
