import { relayBadAnswer } from '../../../../src/conformance/rules/relay/relay-bad-answer.ts';
import { answer } from '../exchanges.ts';
import { failedUpstreamTable } from '../failed-upstream-table.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

failedUpstreamTable(relayBadAnswer, 'html', { actual: 'status 200 without an error' });

const READ = { operation: 'video-read' } as const;
const page = call({ ...READ, failure: 'html' });

ruleTable(relayBadAnswer, [
  {
    name: 'a page for the read of a job',
    evidence: relay([answer('<html>', READ)], [page]),
    findings: [
      { expected: 'an error for html of the upstream', actual: 'status 200 without an error' },
    ],
  },
  {
    name: 'a job as the gateway knows it',
    evidence: relay([answer({ id: 'v', status: 'in_progress' }, READ)], [page]),
    unverifiable: 'an answer that depends on the upstream',
  },
]);
