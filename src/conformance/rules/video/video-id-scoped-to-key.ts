import { jobIn } from '../../../answers/video-jobs.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { madeJob } from '../../findings/job-course.ts';
import { jobOfAnotherTenant } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Whoever guesses or finds an id would see, or stop, the videos of another tenant. */
export const videoIdScopedToKey: JudgeRule<'series'> = {
  id: 'video-id-scoped-to-key',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security 2023, API1 (broken object level authorization)',
  statement:
    'A job made with one API key is neither read nor cancelled with that of another tenant.',
  provenBy: 'vid-cross-tenant',
  evidence: 'series',
  operations: ['video-read', 'video-cancel'],
  needs: ['second-key'],
  probe: jobOfAnotherTenant,

  *judge(series, expect) {
    need(madeJob(series, expect.videoStates)?.id, 'a job that was made');
    const [, ...others] = series.exchanges;
    const theirs = others.filter(
      (exchange) =>
        exchange.request.credential === 'second' &&
        exchange.answer?.status !== 401 &&
        dispositionOf(exchange) !== 'unsettled',
    );
    need(theirs.length > 0, 'an answer to the other tenant, whose key is known');

    for (const exchange of theirs) {
      if (dispositionOf(exchange) === 'refused') continue;
      const { method } = exchange.request;
      const expected = `4xx to ${method} by another tenant`;
      yield { expected, actual: `status ${exchange.answer?.status}`, exchange };
    }
    const ours = others.find(({ request }) => request.credential === 'first');
    const job = ours && jobIn(ours, expect.videoStates);
    if (job?.stage === 'cancelled') {
      yield { expected: 'a job that goes on', actual: job.status, exchange: job.exchange };
    } else if (ours && job === undefined && dispositionOf(ours) === 'refused') {
      const actual = `status ${ours.answer?.status}`;
      yield { expected: 'a job that its owner still reads', actual, exchange: ours };
    }
  },
};
