import { errorsWrapperVideo } from '../../../../src/conformance/rules/errors/errors-wrapper-video.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const facts = { operation: 'video-read', status: 404 } as const;

ruleTable(errorsWrapperVideo, [
  { name: 'the wrapper', evidence: answer(wrapper(), facts) },
  { name: 'more members inside error', evidence: answer(wrapper({ details: [] }), facts) },
  {
    name: 'a code that is a number, which another rule forbids,',
    evidence: answer(wrapper({ code: 404 }), facts),
  },
  {
    name: 'a redirect',
    evidence: answer('', { ...facts, status: 307 }),
    unverifiable: 'a failure status',
  },
  {
    name: 'a failed chat',
    evidence: answer('', { operation: 'chat', status: 404 }),
    unverifiable: 'needs a request of a video operation',
  },

  {
    name: 'HTML for an address with a null character',
    evidence: answer('<html>', {
      ...facts,
      type: 'text/html',
      request: { url: 'http://127.0.0.1:8080/videos/v%00' },
    }),
    unverifiable: 'a request with an ordinary size and path',
  },

  {
    name: 'an error that is text, with 400',
    evidence: answer({ error: 'no' }, { ...facts, status: 400 }),
    findings: [{ where: 'error' }],
  },
]);
