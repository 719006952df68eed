import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { KEY_MARKER } from '../../../exchange/redaction/redact.ts';
import { shownKeys } from '../../probes/unauthenticated.ts';
import type { JudgeRule } from '../../rule.ts';

/** Answers end up in logs, screenshots and bug reports: a key in them is public. */
export const authKeyNotEchoed: JudgeRule<'received'> = {
  id: 'auth-key-not-echoed',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; BerriAI/litellm#39757',
  statement:
    "No header or body of an answer shows the caller's key, or 12 or more characters of it, decoded and with the deltas of a stream joined.",
  provenBy: 'auth-echo-key',
  evidence: 'received',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: shownKeys,

  *judge({ exchange }) {
    const { answer } = exchange;
    for (const [name, value] of answer?.headers ?? []) {
      for (const actual of markersIn(`${name}: ${value}`)) {
        yield { expected: 'no key', actual, where: name };
      }
    }
    for (const actual of markersInBody(answer?.body)) {
      yield { expected: 'no key', actual, where: 'body' };
    }
  },
};

/** Each marker contains one of these, so most bodies need not be decoded. */
const CLUES = ['API key ', 'sent credential'];

function markersInBody(body: Uint8Array | undefined): readonly string[] {
  if (body === undefined) return [];
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return CLUES.some((clue) => bytes.includes(clue)) ? markersIn(bytes.toString('utf8')) : [];
}

/** Each marker once: a key in the deltas of a stream leaves one in each of them. */
function markersIn(text: string): readonly string[] {
  return [...new Set(text.match(KEY_MARKER))];
}
