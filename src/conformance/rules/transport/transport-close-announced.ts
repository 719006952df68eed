import { OPERATION_NAMES } from '../../../contract/operations.ts';
import {
  brokeUnanswered,
  type Exchange,
  type ExchangeAnswer,
  header,
} from '../../../exchange/exchange.ts';
import { nextOnConnection } from '../../probes/kept-connections.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that keeps its connections, as most do, loses its next request, or sends it twice. */
export const transportCloseAnnounced: JudgeRule<'series'> = {
  id: 'transport-close-announced',
  level: 'should',
  provenance: 'assumed',
  source:
    'RFC 9112 §9.6 ("A sender SHOULD send a Connection header field … containing the "close" connection option when it intends to close a connection"), §9.3',
  statement:
    'After an answer, the server serves the next request on the connection or announces the end with Connection: close.',
  provenBy: 'tp-close-unsaid',
  evidence: 'series',
  operations: OPERATION_NAMES,
  probe: nextOnConnection,

  *judge({ label, exchanges }) {
    const tries = [...Map.groupBy(exchanges, ({ attempt }) => attempt).values()];
    const whole = tries.filter(([first]) => first?.outcome === 'answered');
    need(whole.length > 0, `a complete answer to ${label}`);
    // A single lost connection may have another reason.
    if (!whole.every(closedUnsaid)) return;
    yield {
      expected: 'Connection: close, or an answer to the next request',
      actual: `the connection was closed after ${label}`,
      where: 'connection',
      ...(whole[0]?.[0] && { exchange: whole[0][0] }),
    };
  },
};

function closedUnsaid([first, next]: readonly Exchange[]): boolean {
  // Assay closed it.
  if (first?.surplus !== undefined) return false;
  const isLost = next === undefined || brokeUnanswered(next);
  return isLost && first?.answer !== undefined && !saysClose(first.answer, first.request.method);
}

/** By the header, by the HTTP version, or by a body that only the end of the connection ends. */
function saysClose({ headers, httpVersion, status }: ExchangeAnswer, method: string): boolean {
  const connection = header(headers, 'connection') ?? '';
  if (/\bclose\b/i.test(connection)) return true;
  if (httpVersion === '1.0') return !/\bkeep-alive\b/i.test(connection);
  if (method === 'HEAD' || status === 204 || status === 304) return false;
  const delimited = ['content-length', 'transfer-encoding'];
  return !headers.some(([name]) => delimited.includes(name));
}
