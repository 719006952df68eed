type Flag = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;

/** Flags with a unit on the command line. */
const UNITS: Readonly<Record<string, string>> = { timeLimit: 'ms' };

/**
 * The words of the command that makes the same run, for the line that repeats it.
 * @param flags by the names that the parser of the command line gives them
 */
export function commandWords(
  command: string,
  operands: readonly string[],
  flags: object,
): readonly string[] {
  const given = Object.entries(flags).filter((entry): entry is [string, Flag] => isFlag(entry[1]));
  return [command, ...operands, ...given.flatMap(([name, value]) => flagWords(name, value))];
}

function isFlag(value: unknown): value is Flag {
  return value !== undefined && value !== null;
}

function flagWords(name: string, value: Flag): readonly string[] {
  const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (value === false) return [`--no-${dashed}`];
  const flag = `--${dashed}`;
  if (value === true) return [flag];
  if (typeof value !== 'object') return [flag, `${value}${UNITS[name] ?? ''}`];
  const each = Array.isArray(value)
    ? value.map(String)
    : Object.entries(value).map(([header, text]) => `${header}: ${text}`);
  return each.flatMap((one) => [flag, one]);
}
