import { chatSyncJson } from '../../../../src/conformance/rules/chat/chat-sync-json.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const asked = { model: 'some-model' };

ruleTable(chatSyncJson, [
  { name: 'one JSON object', evidence: answer(completion(), { asked }) },
  {
    name: 'the switch turned off',
    evidence: answer(completion(), { asked: { ...asked, stream: false } }),
  },
  {
    name: 'a media type with a charset',
    evidence: answer(completion(), { asked, type: 'Application/JSON; charset=utf-8' }),
  },
  {
    name: 'an event stream',
    evidence: stream([event('[DONE]')], { asked }),
    findings: [{ expected: 'application/json', actual: 'text/event-stream' }],
  },
  {
    name: 'a body without media type',
    evidence: answer(completion(), { asked, type: '' }),
    findings: [{ actual: '', where: 'content-type' }],
  },
  {
    name: 'an array',
    evidence: answer([completion()], { asked }),
    findings: [{ expected: 'one JSON object' }],
  },
  {
    name: 'two objects one after the other',
    evidence: answer('{}{}', { asked }),
    findings: [{ actual: '{}{}' }],
  },
  {
    name: 'a request for a stream',
    evidence: answer(completion(), { asked: { ...asked, stream: true } }),
    unverifiable: 'needs a request that asks for one body',
  },
]);
