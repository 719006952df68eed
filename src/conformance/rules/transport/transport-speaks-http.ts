import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { failures } from '../../probes/failures.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/**
 * The library of a client reports a protocol error, and the whole answer is lost; a proxy returns 502
 * in its place, or reads the answer in another way than the client.
 */
export const transportSpeaksHttp: JudgeRule<'responded'> = {
  id: 'transport-speaks-http',
  level: 'must',
  provenance: 'assumed',
  source:
    'RFC 9112 §2.2, §4 (status line), §5.1 (header names), §6.3 (one length, or chunks; the end of a message), §7.1 (sizes of chunks); RFC 9110 §7.8 (no switch to a protocol that the request does not name), §15.2 (a final response follows interim ones)',
  statement:
    'Every response is HTTP/1.1: a status line, valid header names, one length or valid chunks, and nothing after its end.',
  provenBy: 'tp-not-http',
  evidence: 'responded',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ exchange }) {
    const { notHttp, surplus, onSameConnection, answer, request } = exchange;
    // transport-reuse-after-answer judges what follows an answer.
    concerns(onSameConnection !== true, 'the first response of a connection');
    // transport-head-options judges the body of an answer to HEAD.
    if (surplus !== undefined && request.method !== 'HEAD') {
      yield { expected: 'nothing after the answer', actual: surplus };
    }
    if (notHttp === undefined) return;
    const expected = answer === undefined ? 'an HTTP/1.1 response' : 'the size of a chunk';
    yield { expected, actual: notHttp };
  },
};
