import { type JsonObject, member } from '../../../answers/json.ts';
import { BILLABLE, type Operation } from '../../../contract/operations.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import { isKept } from '../../findings/kept-members.ts';
import { needBothRequests } from '../../findings/upstream-request.ts';
import { relayedMembers } from '../../probes/relayed-members.ts';
import { PARAMETERS } from '../../requests/parameters.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

const NAMES: Readonly<Partial<Record<Operation | 'other', readonly string[]>>> = {
  chat: Object.keys(PARAMETERS.chat),
  responses: Object.keys(PARAMETERS.responses),
  images: ['n', 'size'],
  transcription: [...Object.keys(PARAMETERS.transcription), 'response_format'],
  'video-create': ['duration'],
};

/** Other names of a parameter, of newer versions of the interface. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['max_completion_tokens'],
  duration: ['seconds'],
};

/** A parameter with the value that its absence means may be absent. */
const DEFAULTS: JsonObject = {
  n: 1,
  duration: 4,
  response_format: 'json',
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: false,
  parallel_tool_calls: true,
};

/** A parameter that is lost on the way changes the answer, and the caller believes that it was applied. */
export const relayParametersKept: JudgeRule<'relay'> = {
  id: 'relay-parameters-kept',
  level: 'must',
  provenance: 'assumed',
  source: 'interface, the requests; OpenAI API reference, the body of each request',
  statement:
    'Parameters such as temperature, max_tokens, stop, tools, stream_options, n, size, language and duration reach the upstream with the values of the caller, or the caller is refused.',
  provenBy: 'relay-drop-temperature',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedMembers,

  *judge(relay) {
    const [asked] = relay.exchanges;
    need(asked && isSuccess(asked.answer), 'a 2xx answer');
    const { exchange, sent, call, upstream } = needBothRequests(relay);
    const names = (NAMES[exchange.operation] ?? []).filter((name) => sent[name] !== undefined);
    concerns(names.length > 0 || requestsUsage(sent), 'a request with parameters');
    need(call.operation === exchange.operation, 'an upstream request of the same kind');
    const isForm = call.request.fields.length > 0;
    for (const name of names) {
      const value = sent[name];
      const actual = parameter(upstream, name);
      if (actual === undefined && value === DEFAULTS[name]) continue;
      // A form has only texts, and the seconds of a video are one in newer versions of the interface.
      const isText = isForm || name === 'duration';
      if (isKept(value, actual) || (isText && actual === String(value))) continue;
      const expected = JSON.stringify(value);
      const where = `${name} of the upstream request`;
      yield { expected, actual, where, exchange };
    }
    // An answer in one body has usage in any case.
    if (requestsUsage(sent) && upstream.stream === true && !requestsUsage(upstream)) {
      const where = 'stream_options.include_usage of the upstream request';
      yield { expected: 'true', actual: 'absent or false', where, exchange };
    }
  },
};

/** Whether the body requests the usage of a stream of chat. */
function requestsUsage(body: JsonObject): boolean {
  return member(body.stream_options, 'include_usage') === true;
}

function parameter(body: JsonObject, name: string): unknown {
  const names = [name, ...(OTHER_NAMES[name] ?? [])];
  return names.map((each) => body[each]).find((value) => value !== undefined);
}
