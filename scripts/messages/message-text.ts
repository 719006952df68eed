import { type Expression, parseSync, type TemplateLiteral, Visitor } from 'oxc-parser';

/** A text that a user may meet, with `‹name›` for each value in it. */
interface Rendered {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The messages of a source file, in their order. Those that are parts of others stand in them. */
export function messagesIn(source: string, path: string): readonly string[] {
  const found: Rendered[] = [];
  const keep = (node: Expression) => {
    const { start, end } = node;
    for (const text of withoutMarkup(textOf(node))) {
      if (isProse(text)) found.push({ start, end, text });
    }
  };
  new Visitor({
    Literal: keep,
    TemplateLiteral: keep,
    BinaryExpression: (node) => {
      if (node.operator === '+' && isText(node.left) && isText(node.right)) keep(node);
    },
  }).visit(parseSync(path, source).program);
  return found
    .filter((one) => !found.some((other) => isWithin(one, other)))
    .toSorted((one, other) => one.start - other.start)
    .map(({ text }) => text);
}

const INLINE = /<\/?(?:a|b|code|small|span|time)\b[^<>]*>/g;
const LABEL = /<[a-z][^<>]*\baria-label="(?<label>[^"]*)"[^<>]*>/g;
const TAG = /<[!?/]?[a-z][^<>]*>/g;

/** The texts between the tags of a page, and the labels in them. */
function withoutMarkup(text: string): readonly string[] {
  return text
    .replaceAll(LABEL, '\0$<label>\0')
    .replaceAll(INLINE, '')
    .replaceAll(TAG, '\0')
    .split('\0')
    .map((part) => part.replaceAll(/\s+/g, ' ').trim());
}

function isWithin(one: Rendered, other: Rendered): boolean {
  const isInside = other.start <= one.start && one.end <= other.end;
  const isSmaller = one.end - one.start < other.end - other.start;
  return isInside && isSmaller && other.text.includes(one.text);
}

function isText(node: Expression): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string';
  if (node.type === 'BinaryExpression') return node.operator === '+';
  return node.type === 'TemplateLiteral' || node.type === 'ConditionalExpression';
}

/** A literal as it is, alternatives as `[one | other]`, what is sometimes missing as `[text]`. */
function textOf(node: Expression): string {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : '';
    case 'TemplateLiteral':
      return templateText(node);
    case 'ParenthesizedExpression':
      return textOf(node.expression);
    case 'BinaryExpression':
      return [node.left, node.right]
        .map((side) => (side.type === 'PrivateIdentifier' ? '' : textOf(side)))
        .join('');
    case 'ConditionalExpression':
      return choice([textOf(node.consequent), textOf(node.alternate)]);
    case 'LogicalExpression':
      return node.operator === '&&'
        ? choice([textOf(node.right)])
        : choice([textOf(node.left), textOf(node.right)]);
    default:
      return `‹${nameOf(node)}›`;
  }
}

function templateText({ quasis, expressions }: TemplateLiteral): string {
  return quasis
    .map(({ value }, index) => {
      const expression = expressions[index];
      return `${value.cooked ?? value.raw}${expression === undefined ? '' : textOf(expression)}`;
    })
    .join('');
}

function choice(texts: readonly string[]): string {
  const all = [...new Set(texts)].filter((text) => text !== '');
  if (all.every((text) => /^‹[^›]*›$/.test(text))) return all[0] ?? '';
  return `[${all.join(' | ')}]`;
}

/** The name of a value: that of what is formatted, listed or called. */
function nameOf(node: Expression): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return memberName(node);
    case 'CallExpression': {
      const { callee, arguments: given } = node;
      const [first] = given;
      if (callee.type === 'MemberExpression' && isNamed(callee.object))
        return nameOf(callee.object);
      if (first === undefined || first.type === 'SpreadElement' || !isNamed(first)) {
        return nameOf(callee);
      }
      return nameOf(first);
    }
    case 'AwaitExpression':
      return nameOf(node.argument);
    case 'ChainExpression':
      return nameOf(node.expression);
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return nameOf(node.expression);
    default:
      return 'value';
  }
}

type Member = Extract<Expression, { type: 'MemberExpression' }>;

function memberName({ property, object }: Member): string {
  if (property.type === 'PrivateIdentifier' || property.type === 'Identifier') {
    return property.name === 'length' && isNamed(object) ? nameOf(object) : property.name;
  }
  return isNamed(object) ? nameOf(object) : 'value';
}

/** Whether an expression has a name that says something to a reader. */
function isNamed(node: Expression): boolean {
  if (node.type === 'Identifier') return node.name !== 'JSON' && node.name !== 'Math';
  return ['MemberExpression', 'CallExpression', 'ChainExpression'].includes(node.type);
}

/** Two words at least, and no code. */
function isProse(text: string): boolean {
  const words = text.replaceAll(/‹[^›]*›/g, ' ').match(/[A-Za-z][A-Za-z'-]+/g) ?? [];
  const isCode = /=>|: [^;{}]+; ?\}|^[./]|\bfunction\b|^[\w-]+: ‹[^›]*›$/.test(text);
  return words.length >= 2 && /\S\s+\S/.test(text) && !isCode;
}
