import type { Alteration } from '../hooks.ts';

const FILE = { kind: 'file', name: 'file', sizeBytes: 1, digest: '' } as const;

export const trJsonAccepted: Alteration = {
  id: 'tr-json-accepted',
  summary: 'A transcription request in JSON returns 200.',
  hooks: ({ receiveForm, readBody, parseJson }) => ({
    async receiveForm(request, steps) {
      const type = request.headers['content-type'] ?? '';
      if (!type.startsWith('application/json')) return await receiveForm(request, steps);
      const { model } = parseJson(await readBody(request));
      const named = { kind: 'field', name: 'model', value: String(model) } as const;
      return { parts: [named, FILE] };
    },
  }),
};
