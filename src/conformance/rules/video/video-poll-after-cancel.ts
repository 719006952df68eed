import { isAfter, jobIn } from '../../../answers/video-jobs.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { endedAtOnce, firstCancel, jobsIn } from '../../findings/job-course.ts';
import { cancelledJobs } from '../../probes/video.ts';
import { type JudgeRule, need, needSeen } from '../../rule.ts';

/** If a cancelled job seems to run again, a client cancels it again, or waits for it. */
export const videoPollAfterCancel: JudgeRule<'job'> = {
  id: 'video-poll-after-cancel',
  level: 'must',
  provenance: 'assumed',
  source:
    'consistency of reads; OpenAI OpenAPI 2.3.0, DeletedVideoResource, for the alternative of 404',
  statement: 'A cancelled or removed job stays so in every later read.',
  provenBy: 'vid-zombie',
  evidence: 'job',
  operations: ['video-cancel', 'video-read'],
  probe: cancelledJobs,

  *judge(series, expect) {
    const cancel = firstCancel(series);
    need(cancel, 'a cancelled job');
    // A second DELETE may rightly get the status for nothing to cancel.
    const later = series.exchanges.filter(
      (exchange) => exchange.operation === 'video-read' && isAfter(exchange, cancel),
    );
    const gone = later.find(isGone);
    const cancelled = jobsIn(series, expect.videoStates).find(
      ({ stage }) => stage === 'cancelled',
    )?.exchange;
    const settled = later.filter(
      (exchange) =>
        dispositionOf(exchange) !== 'unsettled' &&
        [gone, cancelled].some((end) => end !== undefined && isAfter(exchange, end)),
    );
    needSeen(!endedAtOnce(series, expect.videoStates), 'an unfinished job');
    need(settled.length > 0, 'a read after one that shows the job as cancelled or removed');

    for (const exchange of settled) {
      if (isGone(exchange)) continue;
      const actual =
        jobIn(exchange, expect.videoStates)?.status ?? `status ${exchange.answer?.status}`;
      if (gone !== undefined && isAfter(exchange, gone)) {
        yield { expected: `status ${gone.answer?.status}, as before`, actual, exchange };
      } else if (jobIn(exchange, expect.videoStates)?.stage !== 'cancelled') {
        yield { expected: 'cancelled, as before', actual, exchange };
      }
    }
  },
};

function isGone({ outcome, answer }: Exchange): boolean {
  return outcome === 'answered' && (answer?.status === 404 || answer?.status === 410);
}
