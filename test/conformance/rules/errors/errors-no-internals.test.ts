import { errorsNoInternals } from '../../../../src/conformance/rules/errors/errors-no-internals.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const failed = (message: string) => answer(wrapper({ message }), { status: 500 });

ruleTable(errorsNoInternals, [
  {
    name: 'a message for callers',
    evidence: failed('The model m-1 (at 10:31:20) failed. Select another from /models.'),
  },
  {
    name: 'a link to documentation',
    evidence: failed('See https://example.com/docs/errors.html at once.'),
  },
  { name: 'words on several lines', evidence: failed('Failed\n at least twice') },
  {
    name: 'a stack of Node',
    evidence: failed('x\n    at handler (/srv/gateway/chat.js:17:9)'),
    findings: [{ expected: 'a message for callers' }, { actual: '(/srv/gateway/chat.js' }],
  },
  {
    name: 'a stack of Python',
    evidence: failed('Traceback (most recent call last):\n  File "main.py", line 7'),
    findings: [
      { actual: 'Traceback (most recent call last)' },
      { actual: 'File \\"main.py\\", line 7' },
    ],
  },
  {
    name: 'a panic of Go',
    evidence: failed('goroutine 7 [running]:'),
    findings: [{ actual: 'goroutine 7 [running' }],
  },
  {
    name: 'SQL',
    evidence: failed('SELECT id FROM keys WHERE'),
    findings: [{ actual: 'SELECT id FROM keys' }],
  },
  { name: 'an object of Python', evidence: failed('<litellm.Key object at 0x7f>'), findings: [{}] },
  {
    name: 'a page with a stack',
    evidence: answer('<pre>Error\n    at f (a.js:1:2)</pre>', { status: 500, type: 'text/html' }),
    findings: [{ actual: 'at f (a.js:1:2)' }],
  },
  {
    name: 'an empty body',
    evidence: answer('', { status: 500 }),
    unverifiable: 'a failure with a body',
  },

  {
    name: 'SQL in a refusal',
    evidence: answer(wrapper({ message: 'SELECT id FROM keys WHERE' }), { status: 400 }),
    findings: [{ actual: 'SELECT id FROM keys' }],
  },
]);
