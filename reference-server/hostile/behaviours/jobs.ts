import type { JsonObject } from '../../http/json.ts';
import type { Behaviour, Behaviours, HostileRequest } from '../behaviour.ts';
import { failure, job } from '../good-answers.ts';
import { answers, JOBS } from '../rows.ts';
import { answerJson } from '../writing.ts';

let created = 0;

/** A job whose reads have these members; `before` counts the earlier reads of the same job. */
function jobOf(summary: string, read: (request: HostileRequest) => JsonObject): Behaviour {
  const answer = (request: HostileRequest): void => {
    const { operation, socket, id } = request;
    created += 1;
    if (operation === 'video-create') {
      answerJson(socket, job(`video-${created}`), { status: 201 });
    } else if (!id.startsWith('video-')) {
      answerJson(socket, failure('There is no such job.'), { status: '404 Not Found' });
    } else answerJson(socket, job(id, read(request)));
  };
  return answers(summary, answer, JOBS);
}

const completed = { status: 'completed', progress: 100 };

/** Video jobs that never end, or contradict themselves. */
export const jobs: Behaviours = {
  'job-never-ends': jobOf('A job that is always queued, even after its cancel.', () => ({})),
  'job-creeps': jobOf('A job whose progress grows forever and stays under 100.', ({ before }) => ({
    status: 'in_progress',
    progress: Math.min(99, before),
  })),
  'job-goes-backwards': jobOf('A job that is completed, then queued, in turn.', ({ before }) =>
    before % 2 === 0 ? completed : {},
  ),
  'job-huge-progress': jobOf('A job with a progress of 1e308.', () => ({
    ...completed,
    progress: 1e308,
  })),
  'job-negative-progress': jobOf('A job with a progress of -1.', () => ({
    status: 'in_progress',
    progress: -1,
  })),
  'job-changes-id': jobOf('A job with another id in every read.', ({ before }) => ({
    ...completed,
    id: `video-other-${before}`,
  })),
  'job-unknown-status': jobOf('A job with a new status in every read.', ({ before }) => ({
    status: `\u{1b}[2Jstate-${before}`,
  })),
  'job-content-elsewhere': jobOf('A job whose content is at another origin.', ({ elsewhere }) => ({
    ...completed,
    content_url: `${elsewhere}/video.mp4`,
  })),
  'job-content-file': jobOf('A job whose content is a file: address.', () => ({
    ...completed,
    content_url: 'file:///etc/passwd',
  })),
  'job-content-metadata': jobOf(
    'A job whose content is at the address where clouds serve credentials.',
    () => ({ ...completed, content_url: 'http://169.254.169.254/latest/meta-data/' }),
  ),
};
