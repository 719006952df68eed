import { errorsBeforeStream } from '../../../../src/conformance/rules/errors/errors-before-stream.ts';
import { answer, event, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const failed = (status: number) => answer(wrapper(), { status });
const pair = (...exchanges: ReturnType<typeof failed>[]) =>
  series(exchanges, { label: 'an unknown model' });

ruleTable(errorsBeforeStream, [
  { name: 'the same status', evidence: pair(failed(404), failed(404)) },
  { name: '503 both times', evidence: pair(failed(503), failed(503)) },
  {
    name: 'a failure inside a 200 stream',
    evidence: pair(failed(404), stream([event(wrapper())])),
    findings: [
      {
        expected: 'status 404 for an unknown model, as in one body',
        actual: 'POST /chat/completions returned 200, text/event-stream',
      },
    ],
  },
  {
    name: 'no failure at all',
    evidence: pair(answer({}), answer({})),
    unverifiable: 'to be a failure',
  },
  {
    name: '429 for one of them',
    evidence: pair(failed(404), failed(429)),
    unverifiable: 'an answer to both requests',
  },

  { name: '400 both times', evidence: pair(failed(400), failed(400)) },
]);
