import type { JsonValue } from '../../http/json.ts';
import type { Behaviour, Behaviours } from '../behaviour.ts';
import { job } from '../good-answers.ts';
import { answers, JOBS } from '../rows.ts';
import { answerJson } from '../writing.ts';

/** A video job with this id; every read and every cancel finds a completed job. */
function idOf(summary: string, id: JsonValue): Behaviour {
  return answers(
    summary,
    ({ operation, socket, id: read }) => {
      if (operation === 'video-create') answerJson(socket, { ...job(''), id }, { status: 201 });
      else answerJson(socket, job(read, { status: 'completed', progress: 100 }));
    },
    JOBS,
  );
}

/** Ids of video jobs, which clients put into the path of the next request. */
export const ids: Behaviours = {
  'id-parent-folder': idOf('An id that leads to another path.', '../../../etc/passwd'),
  'id-other-origin': idOf('An id that is an address.', '//another.example/x?y#z'),
  'id-empty': idOf('An empty id.', ''),
  'id-dots': idOf('An id of two dots.', '..'),
  'id-large': idOf('An id of one megabyte.', 'v'.repeat(1_000_000)),
  'id-with-newlines': idOf(
    'An id with line ends and a header.',
    'v\r\nX-Injected: 1\r\n\r\nGET /other HTTP/1.1\r\n',
  ),
  'id-with-nul': idOf('An id with NULs, plain and percent-encoded.', 'v\0%00%2e%2e%2f'),
  'id-with-quotes': idOf('An id for a shell.', `v'"\`$(touch /tmp/pwned);|&{IFS}\\`),
  'id-with-markup': idOf('An id for a page.', '<img src=x onerror=alert(1)>"\'`]]>'),
  'id-with-escapes': idOf('An id for a terminal.', '\u{1b}[2J\u{9b}31m\u{202e}'),
  'id-not-unicode': idOf('An id with half of a surrogate pair.', 'v\u{d800}'),
  'id-proto': idOf('An id that is __proto__.', '__proto__'),
  'id-number': idOf('An id that is a number.', 1e308),
  'id-object': idOf('An id that is an object.', { toString: 'v' }),
};
