import { responsesStreamStartsCreated } from '../../../../src/conformance/rules/responses-stream/responses-stream-starts-created.ts';
import { ruleTable } from '../rule-table.ts';
import { CREATED, ERROR, FOREIGN, IN_PROGRESS, ITEM_ADDED, sent, state, WHOLE } from './events.ts';

const QUEUED = state('queued', { status: 'queued' });

ruleTable(responsesStreamStartsCreated, [
  { name: 'created, then in progress, then items', evidence: sent(WHOLE) },
  {
    name: 'created as queued, queued, in progress',
    evidence: sent([state('created', { status: 'queued' }), QUEUED, IN_PROGRESS, ITEM_ADDED]),
  },
  { name: 'created alone before the items', evidence: sent([CREATED, ITEM_ADDED]) },
  { name: 'an event of a vendor before created', evidence: sent([FOREIGN, ...WHOLE]) },
  {
    name: 'an item first',
    evidence: sent(WHOLE.slice(2)),
    findings: [
      { expected: 'response.created first', actual: 'response.output_item.added', atMs: 10 },
    ],
  },
  {
    name: 'created as completed',
    evidence: sent([state('created'), ...WHOLE.slice(1)]),
    findings: [{ actual: 'completed', where: 'response.status' }],
  },
  {
    name: 'in progress after an item',
    evidence: sent([CREATED, ITEM_ADDED, IN_PROGRESS]),
    findings: [{ expected: 'no such event after an output item', atMs: 30 }],
  },
  {
    name: 'an error alone',
    evidence: sent([ERROR]),
    unverifiable: 'a stream with response events',
  },
]);
