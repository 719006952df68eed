import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { requestsStream } from '../../../answers/sent-body.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { mediaType } from '../../../exchange/exchange.ts';
import { isAccepted, notAccepted } from '../../findings/acceptance.ts';
import { combinedRequests } from '../../probes/combined-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A client that works with one gateway gets no answer from another, although it keeps the contract. */
export const transportLegalRequests: JudgeRule<'series'> = {
  id: 'transport-legal-requests',
  level: 'must',
  provenance: 'assumed',
  source:
    'RFC 9110 §5.1 (unknown headers are ignored), §10.1.5 (User-Agent is optional), §12.5.1; RFC 9112 §9.3; interface, the requests',
  statement:
    'A legal request is accepted, and streamed where it asks for that, whatever its text, size, client and optional fields are, and also as the twelfth on its connection.',
  provenBy: 'tp-user-agent-403',
  evidence: 'series',
  operations: BILLABLE,
  probe: combinedRequests,

  *judge(series, { streamField }) {
    const refused = series.exchanges.map((exchange) => narrow('failure', exchange));
    const codes = refused.map((failure) => member(member(failure?.json, 'error'), 'code'));
    // A value that one model refuses says nothing about the gateway.
    need(!codes.includes('unsupported_value'), 'a model that accepts every value');
    yield* notAccepted(series);
    for (const exchange of series.exchanges.slice(1).filter(isAccepted)) {
      if (requestsStream(exchange, streamField) !== true) continue;
      const type = mediaType(exchange.answer?.headers ?? []);
      if (type === 'text/event-stream') continue;
      yield { expected: `a stream for ${series.label}`, actual: type, exchange };
    }
  },
};
