import type { IncomingMessage } from 'node:http';
import type { Alteration } from '../hooks.ts';
import type { Form, FormPart } from '../http/form.ts';

export const videosMultipart: Alteration = {
  id: 'videos-multipart',
  summary: 'POST /videos accepts multipart/form-data too, as the official SDKs send it.',
  hooks: (base) => ({
    checkMediaType(contentType, request) {
      if (!isVideoForm(request)) base.checkMediaType(contentType, request);
    },
    async readBody(request) {
      if (!isVideoForm(request)) return await base.readBody(request);
      return jsonOf(await base.receiveForm(request, base));
    },
  }),
};

function isVideoForm({ url = '', headers }: IncomingMessage): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true;
  return isForm && /\/videos(?:\?|$)/.test(url);
}

/** A form has text only; the duration is the only field that is a number in JSON. */
function jsonOf({ parts }: Form): Buffer {
  const members = parts.map((part) => [part.name, memberOf(part)] as const);
  return Buffer.from(JSON.stringify(Object.fromEntries(members)));
}

function memberOf(part: FormPart): string | number {
  if (part.kind === 'file') return part.digest;
  const isNumber = part.name === 'duration' && /^\d+$/.test(part.value);
  return isNumber ? Number(part.value) : part.value;
}
