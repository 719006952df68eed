import type { Behaviour, Behaviours, HostileRequest } from '../behaviour.ts';
import { failure } from '../good-answers.ts';
import { answers } from '../rows.ts';
import { answerJson } from '../writing.ts';

function redirect(summary: string) {
  return (status: string, location: (request: HostileRequest) => string): Behaviour =>
    answers(summary)((request) =>
      answerJson(request.socket, failure('It is elsewhere.'), {
        status,
        headers: { Location: location(request) },
      }),
    );
}

const TEMPORARY = '307 Temporary Redirect';

const elsewhere = (request: HostileRequest): string => `${request.elsewhere}/chat/completions`;

/** Redirects that no client may follow with a key or a body. */
export const redirects: Behaviours = {
  'redirect-loop': redirect('307 to the same address, each time.')(
    TEMPORARY,
    ({ here }) => `${here}/chat/completions`,
  ),
  'redirect-301-elsewhere': redirect('301 to another origin.')('301 Moved Permanently', elsewhere),
  'redirect-303-elsewhere': redirect('303 to another origin.')('303 See Other', elsewhere),
  'redirect-307-elsewhere': redirect('307 to another origin, which asks for the body again.')(
    TEMPORARY,
    elsewhere,
  ),
  'redirect-308-elsewhere': redirect('308 to another origin, which asks for the body again.')(
    '308 Permanent Redirect',
    elsewhere,
  ),
  'redirect-without-scheme': redirect(
    '307 to another origin by an address that begins with two slashes.',
  )(TEMPORARY, (request) => elsewhere(request).slice(5)),
  'redirect-refresh': answers('200 with the header Refresh to another origin.')((request) => {
    const url = elsewhere(request);
    const headers = { Refresh: `0; url=${url}`, Link: `<${url}>; rel=preload` };
    answerJson(request.socket, failure('It is elsewhere.'), { headers });
  }),
  'redirect-file': redirect('302 to a file: address.')('302 Found', () => 'file:///etc/passwd'),
  'redirect-metadata': redirect('307 to the address where clouds serve credentials.')(
    TEMPORARY,
    () => 'http://169.254.169.254/latest/meta-data/',
  ),
  'redirect-script': redirect('302 to a javascript: address.')(
    '302 Found',
    () => 'javascript:alert(document.domain)',
  ),
};

/** A refusal with this Retry-After. */
function refusing(summary: string) {
  return (retryAfter: string, status = '429 Too Many Requests') => {
    const headers = { 'Retry-After': retryAfter };
    return answers(summary)(({ socket }) =>
      answerJson(socket, failure('Later.', { type: 'rate_limit_error' }), { status, headers }),
    );
  };
}

/** Refusals that ask the client to wait forever, or for no time at all. */
export const rateLimits: Behaviours = {
  'retry-after-huge': refusing('429 with a Retry-After of 20 digits.')('9'.repeat(20)),
  'retry-after-negative': refusing('429 with a Retry-After of -1.')('-1'),
  'retry-after-zero': refusing('429 with a Retry-After of 0, each time.')('0'),
  'retry-after-year-9999': refusing('429 with a Retry-After in the year 9999.')(
    'Fri, 31 Dec 9999 23:59:59 GMT',
  ),
  'retry-after-word': refusing('429 with a Retry-After that is not a time.')('never\u{1b}[2J'),
  'retry-after-twice': refusing('503 with two Retry-Afters, of 1 s and a day.')(
    '1\r\nRetry-After: 86400',
    '503 Busy',
  ),
};
