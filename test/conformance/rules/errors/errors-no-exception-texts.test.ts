import { errorsNoExceptionTexts } from '../../../../src/conformance/rules/errors/errors-no-exception-texts.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const failed = (error: object) => answer({ error }, { status: 500 });

ruleTable(errorsNoExceptionTexts, [
  {
    name: 'a type that is the name of a class',
    evidence: failed({ message: 'The model is not known.', type: 'NotFoundError', code: '404' }),
  },
  {
    name: 'a message that mentions errors',
    evidence: failed({
      message: 'Error: the model failed. An exception to this rule is possible.',
    }),
  },
  {
    name: 'a message with addresses and file names',
    evidence: failed({ message: 'See docs.example.com/Errors. Upload audio.wav again.' }),
  },
  ...[
    'litellm.BadRequestError: OpenAIException - no such model',
    'ActiveRecord::ConnectionTimeoutError',
    "KeyError: 'choices'",
    'ValueError(no choices)',
    "Cannot read properties of undefined (reading 'id')",
    "'NoneType' object has no attribute 'get'",
    'connect ECONNREFUSED',
    'runtime error: invalid memory address or nil pointer dereference',
  ].map((message) => ({
    name: `the message ${JSON.stringify(message)}`,
    evidence: failed({ message }),
    findings: [{ expected: 'a message for callers' }],
  })),
  {
    name: 'a stream whose error has one',
    evidence: stream([event({ error: { message: "TypeError: 'x' is bad" } })]),
    findings: [{ expected: 'a message for callers' }],
  },
  { name: 'a valid answer', evidence: answer({ id: 'a' }), unverifiable: 'a failure with a body' },
]);
