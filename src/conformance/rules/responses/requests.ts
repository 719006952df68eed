import { badResponses } from '../../probes/bad-fields.ts';
import { shortResponse } from '../../probes/responses.ts';
import { accepted, refused } from '../../rows/requests.ts';

export const responsesAccepted = accepted('responses-accepted', {
  level: 'must',
  stated:
    'interface §Endpoints, POST /responses ("JSON responses request | JSON responses response")',
  statement: 'A valid responses request with a valid key returns 2xx.',
  harm: 'A client whose valid request is refused gets no response, or gets one only sometimes.',
  provenBy: 'resp-500-all',
  operations: ['responses'],
  probe: shortResponse,
});

export const responsesBadFieldsRefused = refused('responses-bad-fields-refused', {
  level: 'should',
  assumed: 'Open Responses, errors (invalid_request, 400); interface §Responses request (types)',
  statement:
    'A responses request without model or input, with an unknown model, or with a field of the wrong type, returns 4xx.',
  harm: 'A mistake that returns 2xx is not noticed: the caller pays for an answer to another question.',
  provenBy: 'resp-missing-input-200',
  operations: ['responses'],
  probe: badResponses,
});
