import type { JsonObject, JsonValue } from '../../http/json.ts';
import type { Behaviour, Behaviours, HostileRequest } from '../behaviour.ts';
import { failure, job } from '../good-answers.ts';
import { answersJobs } from '../rows.ts';
import { answerJson } from '../writing.ts';

/** A video job with this id; every read and every cancel finds a completed job. */
function idOf(summary: string) {
  return (id: JsonValue): Behaviour =>
    answersJobs(summary)(({ operation, socket, id: read }) => {
      if (operation === 'video-create') answerJson(socket, { ...job(''), id }, { status: 201 });
      else answerJson(socket, job(read, { status: 'completed', progress: 100 }));
    });
}

/** Ids of video jobs, which clients put into the path of the next request. */
export const ids: Behaviours = {
  'id-parent-folder': idOf('An id that leads to another path.')('../../../etc/passwd'),
  'id-other-origin': idOf('An id that is an address.')('//another.example/x?y#z'),
  'id-empty': idOf('An empty id.')(''),
  'id-dots': idOf('An id of two dots.')('..'),
  'id-large': idOf('An id of one megabyte.')('v'.repeat(1_000_000)),
  'id-with-newlines': idOf('An id with line ends and a header.')(
    'v\r\nX-Injected: 1\r\n\r\nGET /other HTTP/1.1\r\n',
  ),
  'id-with-nul': idOf('An id with NULs, plain and percent-encoded.')('v\0%00%2e%2e%2f'),
  'id-with-quotes': idOf('An id for a shell.')(`v'"\`$(touch /tmp/pwned);|&{IFS}\\`),
  'id-with-markup': idOf('An id for a page.')('<img src=x onerror=alert(1)>"\'`]]>'),
  'id-with-escapes': idOf('An id for a terminal.')('\u{1b}[2J\u{9b}31m\u{202e}'),
  'id-not-unicode': idOf('An id with half of a surrogate pair.')('v\u{d800}'),
  'id-proto': idOf('An id that is __proto__.')('__proto__'),
  'id-number': idOf('An id that is a number.')(1e308),
  'id-object': idOf('An id that is an object.')({ toString: 'v' }),
};

let created = 0;

/** A job whose reads have these members; `before` counts the earlier reads of the same job. */
function jobOf(summary: string) {
  return (read: (request: HostileRequest) => JsonObject): Behaviour =>
    answersJobs(summary)((request) => {
      const { operation, socket, id } = request;
      created += 1;
      if (operation === 'video-create') {
        answerJson(socket, job(`video-${created}`), { status: 201 });
      } else if (!id.startsWith('video-')) {
        answerJson(socket, failure('There is no such job.'), { status: '404 Not Found' });
      } else answerJson(socket, job(id, read(request)));
    });
}

const completed = { status: 'completed', progress: 100 };

/** Video jobs that never end, or contradict themselves. */
export const jobs: Behaviours = {
  'job-huge-progress': jobOf('A job with a progress of 1e308.')(() => ({
    ...completed,
    progress: 1e308,
  })),
  'job-never-ends': jobOf('A job that is always queued, even after its cancel.')(() => ({})),
  'job-creeps': jobOf('A job whose progress grows forever and stays under 100.')(({ before }) => ({
    status: 'in_progress',
    progress: Math.min(99, before),
  })),
  'job-goes-backwards': jobOf('A job that is completed, then queued, in turn.')(({ before }) =>
    before % 2 === 0 ? completed : {},
  ),
  'job-negative-progress': jobOf('A job with a progress of -1.')(() => ({
    status: 'in_progress',
    progress: -1,
  })),
  'job-changes-id': jobOf('A job with another id in every read.')(({ before }) => ({
    ...completed,
    id: `video-other-${before}`,
  })),
  'job-unknown-status': jobOf('A job with a new status in every read.')(({ before }) => ({
    status: `\u{1b}[2Jstate-${before}`,
  })),
  'job-content-elsewhere': jobOf('A job whose content is at another origin.')(({ elsewhere }) => ({
    ...completed,
    content_url: `${elsewhere}/video.mp4`,
  })),
  'job-content-file': jobOf('A job whose content is a file: address.')(() => ({
    ...completed,
    content_url: 'file:///etc/passwd',
  })),
  'job-content-metadata': jobOf(
    'A job whose content is at the address where clouds serve credentials.',
  )(() => ({ ...completed, content_url: 'http://169.254.169.254/latest/meta-data/' })),
};
