import { requestForms } from '../../probes/http-encodings.ts';
import { acceptedToo } from '../../rows/requests.ts';

export const transportRequestForms = acceptedToo('transport-request-forms', {
  level: 'must',
  assumed: 'RFC 9112 §7.1; RFC 9110 §5.1, §10.1.1',
  statement:
    'The gateway accepts a chunked JSON body, one announced by Expect: 100-continue, and header names in any case.',
  harm: 'Each client and proxy uses its own forms of these: a gateway that refuses a form refuses all requests of that client.',
  provenBy: 'tp-chunked-411',
  operations: ['chat'],
  probe: requestForms,
});
