import { type Node, parseSync, Visitor } from 'oxc-parser';

/** One change to the source of a judge. */
export interface Mutation {
  /** The place by its own words, so that it stays the same when lines move. */
  readonly name: string;
  /** The whole file with the change. */
  readonly source: string;
}

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

const DEMANDS: ReadonlySet<string> = new Set(['need', 'concerns', 'needWithout']);

/** Drops each `yield` and each demand on the evidence, and becomes each comparison round. */
export function mutationsOf(path: string, source: string): readonly Mutation[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join()}`);
  const found: Mutation[] = [];
  const drop = (node: Node) => {
    found.push({
      name: `${oneLine(source.slice(node.start, node.end))} is dropped`,
      source: `${source.slice(0, node.start)};${source.slice(node.end)}`,
    });
  };
  new Visitor({
    ExpressionStatement(statement) {
      const { expression } = statement;
      if (expression.type === 'YieldExpression') drop(statement);
      if (expression.type !== 'CallExpression' || expression.callee.type !== 'Identifier') return;
      if (DEMANDS.has(expression.callee.name)) drop(statement);
    },
    BinaryExpression({ left, operator, right, start, end }) {
      const opposite = OPPOSITES[operator];
      if (opposite === undefined) return;
      const changed = `${source.slice(start, left.end)} ${opposite} ${source.slice(right.start, end)}`;
      found.push({
        name: `${oneLine(source.slice(start, end))} becomes ${opposite}`,
        source: `${source.slice(0, start)}${changed}${source.slice(end)}`,
      });
    },
  }).visit(program);
  return numbered(found);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
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
