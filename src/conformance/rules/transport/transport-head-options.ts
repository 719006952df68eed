import { describeOutcome } from '../../../answers/narrow.ts';
import { type Exchange, header } from '../../../exchange/exchange.ts';
import { NOT_HTTP } from '../../../exchange/http/transport-failure.ts';
import { headAndOptions } from '../../probes/malformed-requests.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Browsers and monitors send OPTIONS and HEAD: they take a 5xx for an outage. */
export const transportHeadOptions: JudgeRule<'series'> = {
  id: 'transport-head-options',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §9.3.2, §9.3.7',
  statement:
    'OPTIONS returns 2xx, or 405 with Allow. HEAD returns the status of GET, or 405, without a body.',
  provenBy: 'tp-options-500',
  evidence: 'series',
  operations: [],
  probe: headAndOptions,

  *judge({ label, exchanges }) {
    yield* label === 'HEAD' ? oddHead(exchanges) : oddOptions(exchanges);
  },
};

function* oddOptions([exchange]: readonly Exchange[]): Iterable<Finding> {
  need(exchange, 'an answer to OPTIONS');
  needWhole(exchange);
  const { status = 0, headers = [] } = exchange.answer ?? {};
  if ((status < 200 || status > 299) && status !== 405) {
    yield { expected: '2xx or 405 for OPTIONS', actual: status, where: 'status', exchange };
  } else if (header(headers, 'allow') === undefined) {
    yield { expected: 'the methods of the path', actual: 'absent', where: 'allow', exchange };
  }
}

function* oddHead([get, head]: readonly Exchange[]): Iterable<Finding> {
  need(get && head, 'answers to GET and to HEAD');
  needWhole(head);
  if (head.surplus !== undefined || get.failure === NOT_HTTP) {
    const actual = head.surplus ?? 'bytes in place of the next answer';
    yield { expected: 'no body for HEAD', actual, exchange: head };
    return;
  }
  needWhole(get);
  const [expected, actual] = [get.answer?.status, head.answer?.status];
  if (actual !== expected && actual !== 405) {
    const like = `${expected} for HEAD, as for GET, or 405`;
    yield { expected: like, actual, where: 'status', exchange: head };
  }
}

function needWhole(exchange: Exchange): void {
  const { outcome, answer } = exchange;
  const comesAgain = answer?.status === 429 || answer?.status === 503;
  need(outcome === 'answered' && !comesAgain, `an answer: ${describeOutcome(exchange)}`);
}
