const SHOWN_BYTES = 200;

/**
 * The first bytes of something that is not text, as printable ASCII: others as `\xNN`.
 * @param latin1 one character a byte; a marker of a key may stand in it
 */
export function shownBytes(latin1: string): string {
  const shown = latin1.slice(0, SHOWN_BYTES).replace(/[^\x20-\x7e]/g, escaped);
  return latin1.length > SHOWN_BYTES ? `${shown}…` : shown;
}

function escaped(character: string): string {
  if (character === '\r') return '\\r';
  if (character === '\n') return '\\n';
  return `\\x${(character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`;
}
