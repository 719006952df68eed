/**
 * A number of a JSON text as it was written, which `JSON.parse` does not keep: `1.0` and `1` are the
 * same double, and so are 9007199254740993.5 and 9007199254740994.
 * @param path such as `['choices', 0, 'index']`
 * @returns the token, or undefined when there is no number, or the text is not JSON
 */
export function numberToken(text: string, path: readonly (string | number)[]): string | undefined {
  let inner = withTokens(text);
  for (const step of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, step))
      return undefined;
    inner = Reflect.get(inner, step);
  }
  return inner instanceof Token ? inner.source : undefined;
}

/** Whether the token denotes an integer, however it is written: `1700000000.0` and `1e3` do. */
export function denotesInteger(token: string): boolean {
  const [, digits = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (digits === '') return false;
  const mantissa = `${digits}${fraction}`.replace(/0+$/, '');
  const trailingZeros = digits.length + fraction.length - mantissa.length;
  return /^0*$/.test(mantissa) || Number(exponent) + trailingZeros >= fraction.length;
}

class Token {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

function withTokens(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new Token(context?.source ?? String(value)) : value,
    );
  } catch {
    return undefined;
  }
}
