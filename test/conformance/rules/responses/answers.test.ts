import { REQUESTED } from '../../../../reference-server/models/responses.ts';
import {
  responsesInputsHonoured,
  responsesItemShape,
  responsesOpenMembers,
  responsesOutputShape,
  responsesOutputTextJoined,
  responsesPartShape,
  responsesStateShape,
  responsesStatusKnown,
  responsesUsageIntegers,
} from '../../../../src/conformance/rules/responses/answers.ts';
import { answer, event, stream } from '../exchanges.ts';
import {
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
import { finds, passes, unverified } from '../verdicts.ts';
import { message, response } from './bodies.ts';

const [RULE, WORD] = ['n0123abcd', 'n89abcdef'];
const expect = { echoModel: 'echo' };
const asked = { model: 'echo', instructions: `Begin with ${RULE}.`, input: `Say ${WORD}` };
const instructed = { operation: 'responses', sent: asked } as const;
const said = (text: string) => answer(response({ output: [message(text)] }), instructed);
const textDelta = (text: string) => event({ type: 'response.output_text.delta', delta: text });

ruleTable(responsesInputsHonoured, [
  passes('an echo of both', said(`Begin with ${RULE}.\nSay ${WORD}`), expect),
  passes(
    'an echo of both in a stream',
    stream([textDelta(RULE.slice(0, 4)), textDelta(`${RULE.slice(4)} ${WORD}`)], instructed),
    expect,
  ),
  {
    name: 'an echo of the input alone',
    evidence: said(`Say ${WORD}`),
    expect,
    findings: [{ expected: `${RULE} in the echo`, actual: `Say ${WORD}`, where: 'instructions' }],
  },
  unverified('another model', said('Hello'), 'the echoing model'),
  unverified('an answer of no text', said(''), 'an answer with text', expect),
  unverified(
    'a nonce in the answer to a request without nonces',
    answer(response({ output: [message(WORD)] }), {
      ...instructed,
      sent: { model: 'echo', input: 'Hello.' },
    }),
    'needs nonces in instructions or input',
    expect,
  ),
]);

const withOutput = (output: unknown) => answer(response({ output }), { operation: 'responses' });

ruleTable(responsesItemShape, [
  passes('a message of two parts', withOutput([message('Hello ', 'world')])),
  passes(
    'reasoning and a call beside the message',
    withOutput([
      { id: 'rs-1', type: 'reasoning', summary: [] },
      { id: 'to-1', type: 'tool_output', role: 'tool' },
      message('Hello'),
    ]),
  ),
  passes(
    'a refusal',
    withOutput([{ ...message(), content: [{ type: 'refusal', refusal: 'No.' }] }]),
  ),
  finds(
    'a stream whose completed message has no role',
    sent([CREATED, state('completed', { output: [{ ...message('a'), role: undefined }] })]),
    { where: 'response.output[0].role' },
  ),
  unverified('no items', withOutput([]), 'an item of output'),
]);

const withMembers = (output: unknown, members: object = {}) =>
  answer(response({ output, ...members }), { operation: 'responses' });

const part = (members: object) => ({
  ...message(),
  content: [{ type: 'output_text', text: 'Hello', ...members }],
});

ruleTable(responsesOutputShape, [
  passes('a message of two parts', withMembers([message('Hello ', 'world')])),
  passes(
    'reasoning before the message',
    withMembers([{ id: 'rs-1', type: 'reasoning', summary: [] }, message('Hello')]),
  ),
  passes(
    'reasoning with text in a part of its own type',
    withMembers([
      {
        id: 'rs-1',
        type: 'reasoning',
        content: [{ type: 'reasoning_text', text: 'Hm.' }],
      },
      message('Hello'),
    ]),
  ),
  passes(
    'a refusal',
    withMembers([{ ...message(), content: [{ type: 'refusal', refusal: 'No.' }] }], {
      output_text: '',
    }),
  ),
  passes(
    'a call without text',
    withMembers([{ id: 'fc-1', type: 'function_call', name: 'f' }], { output_text: '' }),
  ),
  finds('text without a message', withMembers([{ id: 'fc-1', type: 'function_call', name: 'f' }]), {
    expected: 'an item of type message',
    actual: 'function_call',
    where: 'output[0].type',
  }),
  unverified(
    'an item without a type, which is for another rule,',
    withMembers([{ ...message('Hello'), type: undefined }]),
    'items with a type',
  ),
  finds('text in a part of another type', withMembers([part({ type: 'text' })]), {
    expected: '"output_text"',
    where: 'output[0].content[0].type',
  }),
  unverified('no items', withMembers([]), 'an item of output'),
]);

const REASONING = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] };
const facts = { operation: 'responses' } as const;

const completed = (members: Record<string, unknown>) =>
  stream([event({ type: 'response.completed', response: response(members) })], facts);

ruleTable(responsesOutputTextJoined, [
  passes('the joined parts of one message', answer(response(), facts)),
  passes(
    'the joined parts of two messages beside other items',
    answer(
      response({ output: [REASONING, message('a'), message('b', 'c')], output_text: 'abc' }),
      facts,
    ),
  ),
  passes('the joined parts in a stream', completed({})),
  finds('parts joined with a line break in a stream', completed({ output_text: 'Hello \nworld' }), {
    where: 'output_text',
  }),
  finds(
    'a completed response without an item',
    answer(response({ output: [], output_text: '' }), facts),
    { expected: 'an item in a completed response', where: 'output' },
  ),
  passes(
    'an incomplete response without an item',
    answer(response({ status: 'incomplete', output: [], output_text: '' }), facts),
  ),
  unverified(
    'no output_text, which another rule forbids,',
    answer(response({ output_text: undefined }), facts),
    'needs a response with output_text',
  ),
  unverified(
    'no output member',
    answer(response({ output: undefined }), facts),
    'needs a response with output',
  ),
  unverified(
    'a stream that does not complete',
    stream([event({ type: 'response.created' })], facts),
    'needs a response',
  ),
]);

const withPart = (one: object) => ({ ...message(), content: [one] });

const withOnePart = (one: object) =>
  answer(response({ output: [withPart(one)] }), { operation: 'responses' });

ruleTable(responsesPartShape, [
  passes('a text with annotations', answer(response(), { operation: 'responses' })),
  passes(
    'a part that is added as a refusal',
    sent([CREATED, { ...PART_ADDED, part: { type: 'refusal', refusal: '' } }]),
  ),
  passes(
    'a part that is done without its text, which is for another rule,',
    sent([CREATED, { ...PART_DONE, part: { type: 'output_text' } }]),
  ),
  finds('a text without annotations', withOnePart({ type: 'output_text', text: 'Hello' }), {
    expected: 'array',
    actual: 'absent',
    where: 'output[0].content[0].annotations',
  }),
  finds(
    'a part that is done without a type',
    sent([CREATED, { ...PART_DONE, part: { text: 'Hello' } }]),
    { expected: 'string', where: 'response.content_part.done, part.type' },
  ),
  unverified(
    'a refusal alone',
    withOnePart({ type: 'refusal', refusal: 'No.' }),
    'a part of a message',
  ),
]);

const body = (members: object) => answer({ ...response(), ...members }, { operation: 'responses' });

ruleTable(responsesStateShape, [
  passes('a whole stream', sent(WHOLE, { tail: [DONE_EVENT] })),
  passes('a body with created_at', body({})),
  passes('a body without created_at', body({ created_at: undefined })),
  passes(
    'a completed response without created_at and model',
    sent([state('completed', { created_at: undefined, model: undefined })]),
  ),
  finds('a body with created_at null', body({ created_at: null }), {
    expected: 'number',
    actual: 'null',
    where: 'created_at',
  }),
  finds('a failed response without an id', sent([state('failed', { id: undefined })]), {
    where: 'response.failed, response.id',
    actual: 'absent',
  }),
  unverified('deltas alone', sent([delta('Hello')]), 'a stream with an event about its state'),
  unverified(
    'a body that is a list',
    answer([], { operation: 'responses' }),
    'a body that is a JSON object',
  ),
]);

const status = (value: unknown, members = {}) => answer(response({ status: value, ...members }));

ruleTable(responsesStatusKnown, [
  passes('completed', status('completed')),
  passes('incomplete with details', status('incomplete', { incomplete_details: { reason: 'x' } })),
  finds('incomplete without details', status('incomplete', { incomplete_details: null }), {
    expected: 'an object',
    actual: null,
    where: 'incomplete_details',
  }),
  finds('in_progress', status('in_progress'), { actual: 'in_progress' }),
  unverified('no status, which another rule demands,', status(undefined), 'with a status'),
]);

const counted = (usage: unknown) => response({ usage });

ruleTable(responsesUsageIntegers, [
  passes('integers', answer(response(), facts)),
  finds(
    'the names of a chat completion',
    answer(counted({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }), facts),
    { actual: 'absent', where: 'usage.input_tokens' },
    { where: 'usage.output_tokens' },
  ),
  unverified('no usage', answer(counted(null), facts), 'a body with usage'),
]);

/** What Open Responses requires beside the members of the interface, as the reference gateway has it. */
const OPEN = { ...REQUESTED, completed_at: 1_700_000_001, incomplete_details: null, error: null };
const open = (members: Record<string, unknown>) =>
  answer(response({ ...OPEN, ...members }), { operation: 'responses' });
const asksForThem = { responsesMembers: 'open-responses' } as const;

ruleTable(responsesOpenMembers, [
  passes('every member', open({}), asksForThem),
  {
    name: 'no store, and text in place of an object',
    evidence: open({ store: undefined, text: 'plain' }),
    findings: [{ where: 'text' }, { where: 'store', actual: 'absent' }],
    expect: asksForThem,
  },
  unverified(
    'a body that is a list of members',
    answer([], { operation: 'responses' }),
    'a JSON object',
    asksForThem,
  ),
  unverified('a profile that does not ask for them', open({}), 'needs a profile that asks'),
]);
