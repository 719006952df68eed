import { errorsJsonMediaType } from '../../../../src/conformance/rules/errors/errors-json-media-type.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const failed = (type: string) => answer(wrapper(), { status: 400, type });

ruleTable(errorsJsonMediaType, [
  { name: 'application/json', evidence: failed('application/json') },
  { name: 'application/json with a charset', evidence: failed('Application/JSON;charset=utf-8') },
  {
    name: 'application/problem+json where a profile allows it',
    evidence: failed('application/problem+json'),
    expect: { errorMediaTypes: ['application/json', 'application/problem+json'] },
  },
  {
    name: 'HTML',
    evidence: failed('text/html'),
    findings: [{ expected: 'application/json', actual: 'text/html', where: 'content-type' }],
  },
  {
    name: 'HTML for an address with a null character',
    evidence: answer('<html>', {
      status: 400,
      type: 'text/html',
      request: { url: 'http://127.0.0.1:8080/videos/v%00' },
    }),
    unverifiable: 'a request with an ordinary size and path',
  },
  {
    name: 'an empty body',
    evidence: answer('', { status: 400, type: '' }),
    unverifiable: 'needs a failure with a body',
  },

  {
    name: 'a redirect in HTML',
    evidence: answer('<html>', { status: 307, type: 'text/html' }),
    unverifiable: 'a failure status',
  },
]);
