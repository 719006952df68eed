import { transcriptionShape } from '../../../../src/conformance/rules/transcription/transcription-shape.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { heard } from './transcripts.ts';

const raw = (body: unknown) => answer(body, { operation: 'transcription' });

ruleTable(transcriptionShape, [
  { name: 'a transcript', evidence: heard('Hello.') },
  { name: 'a transcript of silence', evidence: heard('') },
  {
    name: 'members that the interface does not know',
    evidence: raw({ text: 'Hello.', usage: { seconds: 1 }, language: 'en', segments: [] }),
  },
  {
    name: 'bare text',
    evidence: heard('Hello.', { type: 'text/plain; charset=utf-8' }),
    findings: [{ expected: 'application/json', actual: 'text/plain', where: 'content-type' }],
  },
  {
    name: 'a body that is not JSON',
    evidence: raw('Hello.'),
    findings: [{ expected: 'object', actual: 'absent' }],
  },
  {
    name: 'no usage',
    evidence: raw({ text: 'Hello.' }),
    findings: [{ expected: 'object', actual: 'absent', where: 'usage' }],
  },
  {
    name: 'text that is null',
    evidence: raw({ text: null, usage: {} }),
    findings: [{ expected: 'string', actual: 'null', where: 'text' }],
  },
  {
    name: 'a refusal',
    evidence: heard('Hello.', { status: 400 }),
    unverifiable: 'needs a whole 2xx answer',
  },
  {
    name: 'an event stream',
    evidence: stream([event({ id: 'x' })], { operation: 'transcription' }),
    findings: [
      { expected: 'application/json', actual: 'text/event-stream', where: 'content-type' },
    ],
  },
]);
