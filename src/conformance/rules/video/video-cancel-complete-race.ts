import { isTerminal, jobIn } from '../../../answers/video-jobs.ts';
import { reportedEnd } from '../../findings/reported-end.ts';
import { cancelsAtTheEnd } from '../../probes/video-races.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that got a cancelled job expects no video, and is then billed for one. */
export const videoCancelCompleteRace: JudgeRule<'series'> = {
  id: 'video-cancel-complete-race',
  level: 'must',
  provenance: 'assumed',
  source: 'the state machine of a job; unslothai/unsloth#9891, review',
  statement:
    'If DELETE arrives as a job ends, its answer and every later read show the same final status.',
  provenBy: 'vid-split-verdict',
  evidence: 'series',
  operations: ['video-cancel', 'video-read'],
  probe: cancelsAtTheEnd,

  *judge({ exchanges }, expect) {
    const ends = exchanges
      .filter(({ operation }) => operation === 'video-cancel')
      .map((cancel) => {
        const reads = exchanges.filter(
          ({ group, operation }) => operation === 'video-read' && group?.id === cancel.group?.id,
        );
        return { reported: reportedEnd(cancel, expect.videoStates), reads };
      });

    for (const { reported, reads } of ends) {
      for (const exchange of reads) {
        const job = jobIn(exchange, expect.videoStates);
        if (reported === undefined || !isTerminal(job?.stage) || job?.stage === reported) continue;
        yield {
          expected: `${reported}, as in the answer to DELETE`,
          actual: job?.status,
          where: 'status',
          exchange,
        };
      }
    }
    const reported = new Set(ends.map((end) => end.reported));
    need(
      reported.has('completed') && reported.has('cancelled'),
      'a job that ended before its DELETE and one that ended after it',
    );
  },
};
