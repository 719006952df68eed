import {
  responsesInputsHonoured,
  responsesItemShape,
  responsesOutputShape,
  responsesOutputTextJoined,
  responsesPartShape,
  responsesStateShape,
  responsesStatusKnown,
  responsesUsageIntegers,
} from '../../../../src/conformance/rules/responses.ts';
import { answer, event, stream } from '../exchanges.ts';
import {
  COMPLETED,
  CREATED,
  DONE_EVENT,
  delta,
  PART_ADDED,
  PART_DONE,
  sent,
  state,
  WHOLE,
} from '../responses-stream/events.ts';
import { ruleTable } from '../rule-table.ts';
import { message, response } from './bodies.ts';

const [RULE, WORD] = ['n0123abcd', 'n89abcdef'];
const expect = { echoModel: 'echo' };
const asked = { model: 'echo', instructions: `Begin with ${RULE}.`, input: `Say ${WORD}` };
const instructed = { operation: 'responses', sent: asked } as const;
const said = (text: string) => answer(response({ output: [message(text)] }), instructed);
const textDelta = (text: string) => event({ type: 'response.output_text.delta', delta: text });

ruleTable(responsesInputsHonoured, [
  { name: 'an echo of both', evidence: said(`Begin with ${RULE}.\nSay ${WORD}`), expect },
  {
    name: 'an echo of both in a stream',
    evidence: stream(
      [textDelta(RULE.slice(0, 4)), textDelta(`${RULE.slice(4)} ${WORD}`)],
      instructed,
    ),
    expect,
  },
  {
    name: 'an echo of the input alone',
    evidence: said(`Say ${WORD}`),
    expect,
    findings: [{ expected: `${RULE} in the echo`, actual: `Say ${WORD}`, where: 'instructions' }],
  },
  { name: 'another model', evidence: said('Hello'), unverifiable: 'the echoing model' },
  { name: 'an answer of no text', evidence: said(''), expect, unverifiable: 'an answer with text' },
  {
    name: 'a nonce in the answer to a request without nonces',
    evidence: answer(response({ output: [message(WORD)] }), {
      ...instructed,
      sent: { model: 'echo', input: 'Hello.' },
    }),
    expect,
    unverifiable: 'needs nonces in instructions or input',
  },
]);

const withOutput = (output: unknown) => answer(response({ output }), { operation: 'responses' });

ruleTable(responsesItemShape, [
  { name: 'a message of two parts', evidence: withOutput([message('Hello ', 'world')]) },
  { name: 'a whole stream', evidence: sent(WHOLE) },
  {
    name: 'reasoning and a call beside the message',
    evidence: withOutput([
      { id: 'rs-1', type: 'reasoning', summary: [] },
      { id: 'to-1', type: 'tool_output', role: 'tool' },
      message('Hello'),
    ]),
  },
  {
    name: 'a refusal',
    evidence: withOutput([{ ...message(), content: [{ type: 'refusal', refusal: 'No.' }] }]),
  },
  {
    name: 'a stream whose completed message has no role',
    evidence: sent([
      CREATED,
      state('completed', { output: [{ ...message('a'), role: undefined }] }),
    ]),
    findings: [{ where: 'response.output[0].role' }],
  },
  { name: 'no items', evidence: withOutput([]), unverifiable: 'an item of output' },
]);

const withMembers = (output: unknown, members: object = {}) =>
  answer(response({ output, ...members }), { operation: 'responses' });

const part = (members: object) => ({
  ...message(),
  content: [{ type: 'output_text', text: 'Hello', ...members }],
});

ruleTable(responsesOutputShape, [
  { name: 'a message of two parts', evidence: withMembers([message('Hello ', 'world')]) },
  { name: 'a stream that completes', evidence: sent([CREATED, COMPLETED]) },
  {
    name: 'reasoning before the message',
    evidence: withMembers([{ id: 'rs-1', type: 'reasoning', summary: [] }, message('Hello')]),
  },
  {
    name: 'reasoning with text in a part of its own type',
    evidence: withMembers([
      {
        id: 'rs-1',
        type: 'reasoning',
        content: [{ type: 'reasoning_text', text: 'Hm.' }],
      },
      message('Hello'),
    ]),
  },
  {
    name: 'a refusal',
    evidence: withMembers([{ ...message(), content: [{ type: 'refusal', refusal: 'No.' }] }], {
      output_text: '',
    }),
  },
  {
    name: 'a call without text',
    evidence: withMembers([{ id: 'fc-1', type: 'function_call', name: 'f' }], { output_text: '' }),
  },
  {
    name: 'text without a message',
    evidence: withMembers([{ id: 'fc-1', type: 'function_call', name: 'f' }]),
    findings: [
      {
        expected: 'an item of type message',
        actual: 'function_call',
        where: 'output[0].type',
      },
    ],
  },
  {
    name: 'an item without a type, which is for another rule,',
    evidence: withMembers([{ ...message('Hello'), type: undefined }]),
    unverifiable: 'items with a type',
  },
  {
    name: 'text in a part of another type',
    evidence: withMembers([part({ type: 'text' })]),
    findings: [{ expected: '"output_text"', where: 'output[0].content[0].type' }],
  },
  { name: 'no items', evidence: withMembers([]), unverifiable: 'an item of output' },
]);

const REASONING = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] };
const facts = { operation: 'responses' } as const;

const completed = (members: Record<string, unknown>) =>
  stream([event({ type: 'response.completed', response: response(members) })], facts);

ruleTable(responsesOutputTextJoined, [
  { name: 'the joined parts of one message', evidence: answer(response(), facts) },
  {
    name: 'the joined parts of two messages beside other items',
    evidence: answer(
      response({ output: [REASONING, message('a'), message('b', 'c')], output_text: 'abc' }),
      facts,
    ),
  },
  { name: 'the joined parts in a stream', evidence: completed({}) },
  {
    name: 'parts joined with a line break in a stream',
    evidence: completed({ output_text: 'Hello \nworld' }),
    findings: [{ where: 'output_text' }],
  },
  {
    name: 'a completed response without an item',
    evidence: answer(response({ output: [], output_text: '' }), facts),
    findings: [{ expected: 'an item in a completed response', where: 'output' }],
  },
  {
    name: 'an incomplete response without an item',
    evidence: answer(response({ status: 'incomplete', output: [], output_text: '' }), facts),
  },
  {
    name: 'no output_text, which another rule forbids,',
    evidence: answer(response({ output_text: undefined }), facts),
    unverifiable: 'needs a response with output_text',
  },
  {
    name: 'no output member',
    evidence: answer(response({ output: undefined }), facts),
    unverifiable: 'needs a response with output',
  },
  {
    name: 'a stream that does not complete',
    evidence: stream([event({ type: 'response.created' })], facts),
    unverifiable: 'needs a response',
  },
]);

const withPart = (one: object) => ({ ...message(), content: [one] });

const withOnePart = (one: object) =>
  answer(response({ output: [withPart(one)] }), { operation: 'responses' });

ruleTable(responsesPartShape, [
  { name: 'a text with annotations', evidence: answer(response(), { operation: 'responses' }) },
  { name: 'a whole stream', evidence: sent(WHOLE) },
  {
    name: 'a part that is added as a refusal',
    evidence: sent([CREATED, { ...PART_ADDED, part: { type: 'refusal', refusal: '' } }]),
  },
  {
    name: 'a part that is done without its text, which is for another rule,',
    evidence: sent([CREATED, { ...PART_DONE, part: { type: 'output_text' } }]),
  },
  {
    name: 'a text without annotations',
    evidence: withOnePart({ type: 'output_text', text: 'Hello' }),
    findings: [{ expected: 'array', actual: 'absent', where: 'output[0].content[0].annotations' }],
  },
  {
    name: 'a part that is done without a type',
    evidence: sent([CREATED, { ...PART_DONE, part: { text: 'Hello' } }]),
    findings: [{ expected: 'string', where: 'response.content_part.done, part.type' }],
  },
  {
    name: 'a refusal alone',
    evidence: withOnePart({ type: 'refusal', refusal: 'No.' }),
    unverifiable: 'a part of a message',
  },
]);

const body = (members: object) => answer({ ...response(), ...members }, { operation: 'responses' });

ruleTable(responsesStateShape, [
  { name: 'a whole stream', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  { name: 'a body with created_at', evidence: body({}) },
  { name: 'a body without created_at', evidence: body({ created_at: undefined }) },
  {
    name: 'a completed response without created_at and model',
    evidence: sent([state('completed', { created_at: undefined, model: undefined })]),
  },
  {
    name: 'a body with created_at null',
    evidence: body({ created_at: null }),
    findings: [{ expected: 'number', actual: 'null', where: 'created_at' }],
  },
  {
    name: 'a failed response without an id',
    evidence: sent([state('failed', { id: undefined })]),
    findings: [{ where: 'response.failed, response.id', actual: 'absent' }],
  },
  {
    name: 'deltas alone',
    evidence: sent([delta('Hello')]),
    unverifiable: 'a stream with an event about its state',
  },
  {
    name: 'a body that is a list',
    evidence: answer([], { operation: 'responses' }),
    unverifiable: 'a body that is a JSON object',
  },
]);

const status = (value: unknown, members = {}) => answer(response({ status: value, ...members }));

ruleTable(responsesStatusKnown, [
  { name: 'completed', evidence: status('completed') },
  {
    name: 'incomplete with details',
    evidence: status('incomplete', { incomplete_details: { reason: 'x' } }),
  },
  {
    name: 'incomplete without details',
    evidence: status('incomplete', { incomplete_details: null }),
    findings: [{ expected: 'an object', actual: null, where: 'incomplete_details' }],
  },
  { name: 'in_progress', evidence: status('in_progress'), findings: [{ actual: 'in_progress' }] },
  {
    name: 'no status, which another rule demands,',
    evidence: status(undefined),
    unverifiable: 'with a status',
  },
]);

const counted = (usage: unknown) => response({ usage });

ruleTable(responsesUsageIntegers, [
  { name: 'integers', evidence: answer(response(), facts) },
  {
    name: 'the names of a chat completion',
    evidence: answer(counted({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }), facts),
    findings: [{ actual: 'absent', where: 'usage.input_tokens' }, { where: 'usage.output_tokens' }],
  },
  { name: 'no usage', evidence: answer(counted(null), facts), unverifiable: 'a body with usage' },
]);
