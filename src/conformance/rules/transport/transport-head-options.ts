import type { Exchange } from '../../../exchange/exchange.ts';
import { describeOutcome } from '../../evidence.ts';
import { headAndOptions } from '../../probes/odd-requests.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Browsers and monitors ask by OPTIONS and HEAD: a 5xx looks like an outage to them. */
export const transportHeadOptions: JudgeRule<'series'> = {
  id: 'transport-head-options',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §9.3.2, §9.3.7',
  statement: 'OPTIONS is answered 2xx or 405, and HEAD as GET would be, or 405.',
  provenBy: 'tp-options-500',
  evidence: 'series',
  operations: [],
  probe: headAndOptions,

  *judge({ label, exchanges }) {
    need(exchanges.every(isWhole), exchanges.map(describeOutcome).join('; '));
    yield* label === 'HEAD' ? oddHead(exchanges) : oddOptions(exchanges);
  },
};

function* oddOptions([exchange]: readonly Exchange[]): Iterable<Finding> {
  need(exchange, 'an answer to OPTIONS');
  const status = exchange.answer?.status ?? 0;
  if ((status < 200 || status > 299) && status !== 405) {
    yield { expected: '2xx or 405 for OPTIONS', actual: status, where: 'status', exchange };
  }
}

function* oddHead([get, head]: readonly Exchange[]): Iterable<Finding> {
  need(get && head, 'answers to GET and to HEAD');
  const [expected, actual] = [get.answer?.status, head.answer?.status];
  if (actual !== expected && actual !== 405) {
    const like = `${expected} for HEAD, as for GET, or 405`;
    yield { expected: like, actual, where: 'status', exchange: head };
  }
}

function isWhole({ outcome, answer }: Exchange): boolean {
  return outcome === 'answered' && answer?.status !== 429 && answer?.status !== 503;
}
