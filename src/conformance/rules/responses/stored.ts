import { narrow } from '../../../answers/narrow.ts';
import { seriesRule } from '../../declare.ts';
import { inputTokens } from '../../findings/usage.ts';
import { continuedResponse, strangersResponse, unstoredResponses } from '../../probes/stored.ts';
import { refused } from '../../rows/requests.ts';
import { need, needSeen } from '../../rule.ts';

export const responsesPreviousContinued = seriesRule('responses-previous-continued', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateResponse.previous_response_id ("Use this to create multi-turn conversations"); Open Responses',
  statement:
    'A response with previous_response_id continues that response: its input tokens count both inputs; or the caller is refused.',
  harm: 'An agent sends only what is new: a model that sees nothing before it answers another question, and nothing shows it.',
  provenBy: 'resp-previous-lost',
  needs: ['storedResponses'],
  settings: ['usageNames'],
  probe: continuedResponse,
  *judge({ exchanges: [first, second] }, { usageNames }) {
    const [name] = usageNames.responses;
    const before = first && inputTokens(first, usageNames.responses);
    need(before !== undefined, 'a response with input tokens', 'responses-usage-integers');
    needSeen(second && narrow('reply', second), 'a response that continues another one');
    const actual = inputTokens(second, usageNames.responses);
    need(actual !== undefined, 'a response with input tokens', 'responses-usage-integers');
    if (actual >= before) return;
    const expected = `at least ${before}, as of the response that it continues`;
    yield { expected, actual, where: `usage.${name}`, exchange: second };
  },
});

export const responsesPreviousRefused = refused('responses-previous-refused', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateResponse.store ("Whether to store the generated model response for later retrieval via API"); Open Responses, errors',
  statement:
    'A request that continues an unknown response, or one that was made with store: false, returns 4xx.',
  harm: 'What a caller did not want to be kept was kept; and an agent whose dialog is lost goes on without it.',
  provenBy: 'resp-store-ignored',
  needs: ['storedResponses'],
  probe: unstoredResponses,
});

export const responsesPreviousTenant = refused('responses-previous-tenant', {
  level: 'must',
  assumed:
    'Open Responses, previous_response_id; OWASP API1:2023, Broken Object Level Authorization',
  statement: 'A request that continues the response of another tenant returns 4xx.',
  harm: 'A user who has or guesses the id of a response reads the dialog of another customer.',
  provenBy: 'resp-previous-of-all',
  needs: ['second-key', 'storedResponses'],
  probe: strangersResponse,
});
