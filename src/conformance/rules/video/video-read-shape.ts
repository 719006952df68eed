import { narrow } from '../../../answers/narrow.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { VideoJobSchema } from '../../../contract/video.ts';
import { decidingCancel } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client rebuilds its view of the job from each poll: a missing field breaks the view. */
export const videoReadShape: JudgeRule<'job'> = {
  id: 'video-read-shape',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Video job (response of POST /videos, GET /videos/{id}, DELETE /videos/{id}); "All bodies are JSON"',
  statement:
    'Each 2xx answer to GET and DELETE /videos/{id} is application/json and a complete video job.',
  provenBy: 'vid-read-no-object',
  evidence: 'job',
  operations: ['video-read', 'video-cancel'],
  probe: followedJobs,

  *judge(series) {
    const answers = series.exchanges.flatMap((exchange) =>
      METHODS.get(exchange.operation) === exchange.request.method
        ? (narrow('reply', exchange) ?? [])
        : [],
    );
    need(answers.length > 0, 'a 2xx answer to GET or DELETE of a job');
    for (const answer of answers) {
      const { exchange, mediaType } = answer;
      // Another rule judges whether DELETE returns the job at all.
      if (exchange.operation === 'video-cancel' && exchange.answer?.sizeBytes === 0) continue;
      if (mediaType !== 'application/json') {
        const actual = mediaType || 'absent';
        yield { expected: 'application/json', actual, where: 'content-type', exchange };
      }
      if (exchange === decidingCancel(series) || answer.form === 'stream') continue;
      for (const found of contradictions(VideoJobSchema, answer.json)) yield { ...found, exchange };
    }
  },
};

const METHODS: ReadonlyMap<string, string> = new Map([
  ['video-read', 'GET'],
  ['video-cancel', 'DELETE'],
]);
