import { OPERATION_NAMES } from '../../../contract/operations.ts';
import type { Headers } from '../../../exchange/exchange.ts';
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
    'RFC 9112 §2.2, §4 (status line), §5.1 (header names), §6.3 (one length, or chunks; the end of a message), §7.1 (sizes of chunks); RFC 9110 §5.3 and §8.3 (one Content-Type), §7.8 (no switch to a protocol that the request does not name), §15.2 (a final response follows interim ones)',
  statement:
    'Every response is HTTP/1.1: a status line, valid header names, one Content-Type, one length or valid chunks, and nothing after its end.',
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
    const types = new Set(valuesOf('content-type', answer?.headers ?? []));
    if (types.size > 1) {
      yield { expected: 'one value', actual: [...types].join(' and '), where: 'content-type' };
    }
    if (notHttp === undefined) return;
    const expected = answer === undefined ? 'an HTTP/1.1 response' : 'the size of a chunk';
    yield { expected, actual: notHttp };
  },
};

function valuesOf(wanted: string, headers: Headers): readonly string[] {
  return headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
}
