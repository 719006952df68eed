/**
 * A slow decoder that follows WHATWG HTML §9.2.6 step by step over the decoded text, to check the
 * fast decoder.
 */
export function eventsByTheStandard(bytes: Uint8Array): { type: string; data: string }[] {
  const text = new TextDecoder('utf-8').decode(bytes);
  const events: { type: string; data: string }[] = [];
  const lines = text.split(/\r\n|\r|\n/).slice(0, -1);
  let data = '';
  let type = '';
  for (const line of lines) {
    const [, name, value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (line === '') {
      if (data !== '') events.push({ type, data: data.slice(0, -1) });
      data = '';
      type = '';
    } else if (name === 'data') {
      data += `${value}\n`;
    } else if (name === 'event') {
      type = value;
    }
  }
  return events;
}
