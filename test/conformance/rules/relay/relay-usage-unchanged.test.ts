import { relayUsageUnchanged } from '../../../../src/conformance/rules/relay/relay-usage-unchanged.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const usage = { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 };
const ofResponse = { input_tokens: 7, output_tokens: 11, total_tokens: 18 };
const stated = (counts: unknown) => call({ answer: { usage: counts } });
const chatStream = (counts: unknown) =>
  stream([event({ choices: [], usage: null }), event({ choices: [], usage: counts })]);
const responseStream = (counts: unknown) =>
  stream([event({ type: 'response.completed', response: { usage: counts } })], {
    operation: 'responses',
  });

const CACHED = { prompt_tokens_details: { cached_tokens: 5 } };

ruleTable(relayUsageUnchanged, [
  { name: 'the same usage', evidence: relay([answer({ usage })], [stated(usage)]) },
  { name: 'the usage of a stream', evidence: relay([chatStream(usage)], [stated(usage)]) },
  {
    name: 'the usage of a response',
    evidence: relay([responseStream(ofResponse)], [stated(ofResponse)]),
  },
  {
    name: 'the usage of a response that a chat gave',
    evidence: relay([answer({ usage: ofResponse }, { operation: 'responses' })], [stated(usage)]),
  },
  {
    name: 'usage without the details, or with others',
    evidence: relay(
      [answer({ usage: { ...usage, prompt_tokens_details: { audio_tokens: 0 } } })],
      [stated({ ...usage, ...CACHED })],
    ),
  },
  {
    name: 'cached tokens that are forgotten',
    evidence: relay(
      [answer({ usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } } })],
      [stated({ ...usage, ...CACHED })],
    ),
    findings: [{ expected: '5', actual: 0, where: 'usage, cached_tokens of the details' }],
  },
  {
    name: 'a count of the gateway in one body',
    evidence: relay([answer({ usage: { ...usage, prompt_tokens: 5 } })], [stated(usage)]),
    findings: [{ expected: '7', actual: 5, where: 'usage.prompt_tokens' }],
  },
  {
    name: 'counts of the gateway in a stream',
    evidence: relay(
      [chatStream({ prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 })],
      [stated(usage)],
    ),
    findings: [{ where: 'usage.completion_tokens' }, { where: 'usage.total_tokens' }],
  },
  {
    name: 'a count that is missing in a response',
    evidence: relay([responseStream({ total_tokens: 18 })], [stated(ofResponse)]),
    findings: [{ where: 'usage.input_tokens' }, { where: 'usage.output_tokens' }],
  },
  {
    name: 'an answer without usage',
    evidence: relay([answer({})], [stated(usage)]),
    unverifiable: 'an answer with usage',
  },
  {
    name: 'an upstream without usage',
    evidence: relay([answer({ usage })], [call()]),
    unverifiable: 'an upstream that states usage',
  },
  {
    name: 'the usage of an image',
    evidence: relay([answer({ usage: ofResponse }, { operation: 'images' })], [stated(ofResponse)]),
  },
  {
    name: 'the usage of an image that the gateway estimates',
    evidence: relay(
      [answer({ usage: { ...ofResponse, output_tokens: 1 } }, { operation: 'images' })],
      [stated(ofResponse)],
    ),
    findings: [{ expected: '11', actual: 1, where: 'usage.output_tokens' }],
  },
  {
    name: 'the usage of an upload that the gateway estimates',
    evidence: relay(
      [answer({ usage: { ...ofResponse, input_tokens: 1 } }, { operation: 'transcription' })],
      [stated(ofResponse)],
    ),
    findings: [{ expected: '7', actual: 1, where: 'usage.input_tokens' }],
  },
  {
    name: 'a video',
    evidence: relay([answer({}, { operation: 'video-create' })], [stated(usage)]),
    unverifiable: 'an answer with a text or an image',
  },
  {
    name: 'a failure',
    evidence: relay([answer({ usage }, { status: 500 })], [stated(usage)]),
    unverifiable: 'a whole 2xx answer',
  },
]);
