import { parseSync, type Span, type Statement, Visitor } from 'oxc-parser';

/** One change to the source of a judge. */
export interface Mutation {
  /** The place by its own words, so that it stays the same when lines move. */
  readonly name: string;
  /** The whole file with the change. */
  readonly source: string;
}

/** What each comparison becomes: its opposite, or the same with the limit on the other side. */
const COMPARISONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['===', ['!==']],
  ['!==', ['===']],
  ['<', ['>=', '<=']],
  ['>=', ['<', '>']],
  ['>', ['<=', '>=']],
  ['<=', ['>', '<']],
]);

const DEMANDS: ReadonlySet<string> = new Set(['need', 'appliesTo', 'needSeen']);

/**
 * Drops each `yield`, each demand on the evidence and each `if` by which a judge stops or goes on to
 * the next piece. Turns each comparison and each negation into its opposite, and moves each limit.
 */
export function mutationsOf(path: string, source: string): readonly Mutation[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join()}`);
  const found: Mutation[] = [];
  const text = ({ start, end }: Span) => source.slice(start, end);
  const replace = (name: string, { start, end }: Span, by: string) => {
    found.push({
      name: name.replaceAll(/\s+/g, ' '),
      source: `${source.slice(0, start)}${by}${source.slice(end)}`,
    });
  };
  new Visitor({
    ExpressionStatement(statement) {
      const { expression } = statement;
      const isDemand =
        expression.type === 'CallExpression' &&
        expression.callee.type === 'Identifier' &&
        DEMANDS.has(expression.callee.name);
      if (isDemand || expression.type === 'YieldExpression') {
        replace(`${text(statement)} is dropped`, statement, ';');
      }
    },
    IfStatement(statement) {
      const { test, consequent, alternate } = statement;
      if (alternate !== null || !endsEarly(consequent)) return;
      replace(`if (${text(test)}) is dropped`, statement, ';');
    },
    BinaryExpression(comparison) {
      const { left, operator, right } = comparison;
      for (const other of COMPARISONS.get(operator) ?? []) {
        const changed = `${text(left)} ${other} ${text(right)}`;
        replace(`${text(comparison)} becomes ${other}`, comparison, changed);
      }
    },
    UnaryExpression(negation) {
      const { operator, argument } = negation;
      if (operator !== '!') return;
      replace(`${text(negation)} becomes ${text(argument)}`, negation, text(argument));
    },
  }).visit(program);
  return numbered(found);
}

function endsEarly(statement: Statement): boolean {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return last?.type === 'ReturnStatement' || last?.type === 'ContinueStatement';
}

/** A place whose words occur before gets a number. */
function numbered(mutations: readonly Mutation[]): readonly Mutation[] {
  const seen = new Map<string, number>();
  return mutations.map(({ name, source }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { name: count === 1 ? name : `${name} (${count})`, source };
  });
}
