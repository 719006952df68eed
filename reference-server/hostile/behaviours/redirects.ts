import type { Behaviours, HostileRequest } from '../behaviour.ts';
import { failure } from '../good-answers.ts';
import { answerJson } from '../writing.ts';

function redirect(
  status: string,
  location: (request: HostileRequest) => string,
): (request: HostileRequest) => void {
  return (request) =>
    answerJson(request.socket, failure('It is elsewhere.'), {
      status,
      headers: { Location: location(request) },
    });
}

const elsewhere = (request: HostileRequest): string => `${request.elsewhere}/chat/completions`;

/** Redirects that no client may follow with a key or a body. */
export const redirects: Behaviours = {
  'redirect-loop': {
    summary: '307 to the same address, each time.',
    answer: redirect('307 Temporary Redirect', ({ here }) => `${here}/chat/completions`),
  },
  'redirect-301-elsewhere': {
    summary: '301 to another origin.',
    answer: redirect('301 Moved Permanently', elsewhere),
  },
  'redirect-303-elsewhere': {
    summary: '303 to another origin.',
    answer: redirect('303 See Other', elsewhere),
  },
  'redirect-307-elsewhere': {
    summary: '307 to another origin, which asks for the body again.',
    answer: redirect('307 Temporary Redirect', elsewhere),
  },
  'redirect-308-elsewhere': {
    summary: '308 to another origin, which asks for the body again.',
    answer: redirect('308 Permanent Redirect', elsewhere),
  },
  'redirect-without-scheme': {
    summary: '307 to another origin by an address that begins with two slashes.',
    answer: redirect('307 Temporary Redirect', (request) => elsewhere(request).slice(5)),
  },
  'redirect-refresh': {
    summary: '200 with the header Refresh to another origin.',
    answer: (request) =>
      answerJson(request.socket, failure('It is elsewhere.'), {
        headers: {
          Refresh: `0; url=${elsewhere(request)}`,
          Link: `<${elsewhere(request)}>; rel=preload`,
        },
      }),
  },
  'redirect-file': {
    summary: '302 to a file: address.',
    answer: redirect('302 Found', () => 'file:///etc/passwd'),
  },
  'redirect-metadata': {
    summary: '307 to the address where clouds serve credentials.',
    answer: redirect('307 Temporary Redirect', () => 'http://169.254.169.254/latest/meta-data/'),
  },
  'redirect-script': {
    summary: '302 to a javascript: address.',
    answer: redirect('302 Found', () => 'javascript:alert(document.domain)'),
  },
};
