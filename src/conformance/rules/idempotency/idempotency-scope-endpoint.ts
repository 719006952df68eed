import { dispositionOf } from '../../findings/acceptance.ts';
import { resultsOf } from '../../findings/idempotent-results.ts';
import { oneKeyManyEndpoints } from '../../probes/key-conflicts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that uses one key for all requests of a step gets a chat answer to its image request.
 */
export const idempotencyScopeEndpoint: JudgeRule<'series'> = {
  id: 'idempotency-scope-endpoint',
  level: 'should',
  provenance: 'assumed',
  source: 'Stripe, idempotent requests (the endpoint is compared)',
  statement: 'A request with a used key to another operation never gets the first result.',
  provenBy: 'idem-cross-endpoint',
  evidence: 'series',
  operations: ['chat', 'images', 'responses'],
  probe: oneKeyManyEndpoints,

  *judge(series) {
    const [chat, ...others] = series.exchanges;
    const results = resultsOf(series);
    const first = results.find(({ exchange }) => exchange === chat);
    need(first?.id, 'a 2xx answer with an id to the first operation');
    need(
      others.some((exchange) => dispositionOf(exchange) !== 'unsettled'),
      'an answer from another operation',
    );

    for (const { id, exchange } of results) {
      if (exchange === chat || id !== first.id) continue;
      yield { expected: `a result of ${exchange.operation}, or 4xx`, actual: id, exchange };
    }
  },
};
