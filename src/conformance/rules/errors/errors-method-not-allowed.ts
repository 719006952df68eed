import { describeOutcome } from '../../../answers/narrow.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { type Exchange, header } from '../../../exchange/exchange.ts';
import { isSettled } from '../../findings/acceptance.ts';
import { wrongMethods } from '../../probes/malformed-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A developer who used the wrong method searches for a wrong path, or for an outage. */
export const errorsMethodNotAllowed: JudgeRule<'series'> = {
  id: 'errors-method-not-allowed',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.6, §10.2.1',
  statement:
    'A wrong method at a known path returns 405, with the supported methods in the header Allow.',
  provenBy: 'err-405-no-allow',
  evidence: 'series',
  operations: [],
  probe: wrongMethods,

  *judge({ label: path, exchanges }, expect) {
    const [exchange, ...right] = exchanges;
    need(exchange && isSettled(exchange), `an answer: ${exchanges.map(describeOutcome).join()}`);
    const { status = 0, headers = [] } = exchange.answer ?? {};
    if (!expect.wrongMethodStatus.includes(status)) {
      const expected = expect.wrongMethodStatus.join(' or ');
      yield { expected, actual: status, where: 'status', exchange };
    }
    if (status !== 405) return;
    const allow = header(headers, 'allow') ?? '';
    const allowed = new Set(allow.split(',').map((method) => method.trim().toUpperCase()));
    const methods = right.length === 0 ? methodsOf(path) : offeredMethods(right);
    if (methods.every((method) => allowed.has(method))) return;
    const expected = methods.join(' and ');
    yield { expected, actual: allow || 'absent', where: 'allow', exchange };
  },
};

function methodsOf(path: string): readonly string[] {
  return Object.values(OPERATIONS).flatMap((each) => (each.path === path ? [each.method] : []));
}

/** A gateway that supports only one operation of a path names only that method. */
function offeredMethods(right: readonly Exchange[]): readonly string[] {
  return right.flatMap(({ request, answer }) =>
    answer === undefined || NO_METHOD.has(answer.status) ? [] : [request.method],
  );
}

const NO_METHOD: ReadonlySet<number> = new Set([405, 501]);
