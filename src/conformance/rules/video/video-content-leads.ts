import { describeOutcome } from '../../../answers/narrow.ts';
import { contentAddress } from '../../../answers/video-jobs.ts';
import { isSettled } from '../../findings/acceptance.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { concerns, type JudgeRule, need, needSeen } from '../../rule.ts';

/** The video is finished and paid for, but cannot be downloaded. */
export const videoContentLeads: JudgeRule<'job'> = {
  id: 'video-content-leads',
  level: 'must',
  provenance: 'stated',
  source: 'interface §Video job: "content_url | string | Location of the produced content."',
  statement:
    'If the content_url of a completed job is at the gateway, it returns content or redirects to it.',
  provenBy: 'vid-content-404',
  evidence: 'job',
  operations: ['video-read'],
  probe: followedJobs,

  *judge(series, expect) {
    const addresses = jobsIn(series, expect.videoStates).flatMap(
      (job) => contentAddress(job) ?? [],
    );
    concerns(addresses.length > 0, 'a completed job with a content_url');
    const isHere = addresses.some(({ path }) => path !== undefined);
    needSeen(isHere, 'a content_url at the gateway');
    const urls = addresses.map(({ url }) => url);
    const fetched = series.exchanges.find(
      ({ operation, request }) => operation === 'other' && urls.includes(request.url),
    );
    concerns(fetched, 'a request for the content');
    need(fetched.answer, 'an answer to the content request');
    const { answer, outcome } = fetched;
    // A video that is larger than the part that is read exists, and so does one behind a redirect.
    need(outcome !== 'answered' || isSettled(fetched), `an answer: ${describeOutcome(fetched)}`);
    if (answer.status >= 400) {
      const expected = 'the content, or a redirect to it';
      yield { expected, actual: describeOutcome(fetched), exchange: fetched };
    } else if (answer.status === 200 && answer.sizeBytes === 0) {
      yield { expected: 'content', actual: '0 bytes', exchange: fetched };
    }
  },
};
