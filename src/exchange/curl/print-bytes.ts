/** The shortest run of bytes for which a command is shorter than the bytes. */
const RUN_MINIMUM_BYTES = 512;
const PERIOD_MAXIMUM_BYTES = 192;
/** A longer command can hardly be read or pasted. */
const LITERAL_MAXIMUM_BYTES = 16_384;

interface Segment {
  readonly bytes: Uint8Array;
  /** The length of the segment: the bytes are repeated from their start. */
  readonly length: number;
}

/**
 * A command of bash that prints these bytes. Long repetitions are generated.
 * Undefined when the command would be too long.
 */
export function printBytesCommand(bytes: Uint8Array): string | undefined {
  const segments = segmentsOf(bytes);
  const spelled = segments.reduce((sum, segment) => sum + segment.bytes.length, 0);
  if (spelled > LITERAL_MAXIMUM_BYTES) return undefined;
  const commands = segments.map(command);
  return commands.length === 1 ? commands[0] : `{ ${commands.join('; ')}; }`;
}

function command({ bytes, length }: Segment): string {
  if (length === bytes.length) {
    const format = printfFormat(bytes);
    return `printf ${format.startsWith('-') ? '-- ' : ''}'${format}'`;
  }
  const octal = [...bytes].map(octalEscape).join('');
  return `yes $'${octal}' | LC_ALL=C tr -d '\\n' | head -c ${length}`;
}

/** Literal bytes, and repetitions between them. */
function segmentsOf(bytes: Uint8Array): readonly Segment[] {
  const segments: Segment[] = [];
  const repeatedTo = new Int32Array(PERIOD_MAXIMUM_BYTES + 1);
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    const run = runAt(bytes, at, repeatedTo);
    if (run === undefined) {
      at += 1;
      if (at - from > LITERAL_MAXIMUM_BYTES) break;
      continue;
    }
    if (at > from) segments.push(literal(bytes.subarray(from, at)));
    segments.push(run);
    at += run.length;
    from = at;
  }
  if (from < bytes.length || bytes.length === 0) segments.push(literal(bytes.subarray(from)));
  return segments;
}

function literal(bytes: Uint8Array): Segment {
  return { bytes, length: bytes.length };
}

/**
 * The shortest period with a long repetition from here; undefined when there is none.
 * @param repeatedTo for each period, where the repetition ends that was found last: no byte is
 *   compared twice, so the time is linear in the length
 */
function runAt(bytes: Uint8Array, at: number, repeatedTo: Int32Array): Segment | undefined {
  for (let period = 1; period <= PERIOD_MAXIMUM_BYTES; period += 1) {
    const last = bytes[at + period - 1];
    // "yes" adds line feeds, which are removed again, and a shell word cannot contain NUL.
    if (last === undefined || last === 0 || last === 10) return undefined;
    let end = Math.max(at + period, repeatedTo[period] ?? 0);
    while (end < bytes.length && bytes[end] === bytes[end - period]) end += 1;
    repeatedTo[period] = end;
    if (end - at >= RUN_MINIMUM_BYTES) {
      return { bytes: bytes.subarray(at, at + period), length: end - at };
    }
  }
  return undefined;
}

/** As the format of `printf`, readable where the bytes are text. */
function printfFormat(bytes: Uint8Array): string {
  const text = asText(bytes);
  if (text === undefined) return [...bytes].map(printfByte).join('');
  return [...text].map(printfCharacter).join('');
}

function printfCharacter(character: string): string {
  const spelled = SPELLED[character];
  if (spelled !== undefined) return spelled;
  if (!/[\p{C}\p{Z}]/u.test(character) || character === ' ') return character;
  return [...Buffer.from(character)].map(octalEscape).join('');
}

function printfByte(byte: number): string {
  const character = String.fromCharCode(byte);
  return byte < 127 ? printfCharacter(character) : octalEscape(byte);
}

const SPELLED: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '%': '%%',
  '\\': '\\\\',
  "'": '\\047',
};

function octalEscape(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
