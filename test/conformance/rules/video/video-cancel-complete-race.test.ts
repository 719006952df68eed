import { videoCancelCompleteRace } from '../../../../src/conformance/rules/video/video-cancel-complete-race.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made, readAt } from './jobs.ts';

/** What was done with one of several jobs. */
const job = (id: string, ...exchanges: Exchange[]): Exchange[] =>
  exchanges.map((exchange) => ({ ...exchange, group: { kind: 'job', id } }));

const CANCELLED = { status: 'cancelled' };
const RUNNING = { status: 'in_progress' };
const early = job('early', made(), cancelAt(10), readAt(20, CANCELLED), readAt(90, CANCELLED));
const late = job('late', made(), cancelAt(60, DONE), readAt(70, DONE), readAt(90, DONE));

ruleTable(videoCancelCompleteRace, [
  { name: 'one end for each job', evidence: series([...early, ...late]) },
  {
    name: 'a conflict with a job that is completed',
    evidence: series([
      ...early,
      ...job('late', made(), cancelRefusedAt(60, 409), readAt(70, DONE), readAt(90, DONE)),
    ]),
  },
  {
    name: 'a job that is still being stopped at the first read',
    evidence: series([
      ...job('slow', made(), cancelAt(10, RUNNING), readAt(20, RUNNING), readAt(90, CANCELLED)),
      ...early,
      ...late,
    ]),
  },
  {
    name: 'a job that DELETE reports as cancelled and that completes',
    evidence: series([
      ...early,
      ...late,
      ...job('split', made(), cancelAt(40), readAt(50, RUNNING), readAt(90, DONE)),
    ]),
    findings: [
      { expected: 'cancelled, as in the answer to DELETE', actual: 'completed', where: 'status' },
    ],
  },
  {
    name: 'jobs that all were cancelled in time',
    evidence: series(early),
    unverifiable: 'a job that ended before its DELETE and one that ended after it',
  },
]);
