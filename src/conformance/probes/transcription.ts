import { FILE_MAXIMUM_BYTES } from '../../contract/transcription.ts';
import { wav } from '../../exchange/wav.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe, Series } from '../rule.ts';
import { inTurn } from './in-turn.ts';
import { FORM_BOUNDARY, filePart, modelPart, tone, transcriptionRequest } from './requests.ts';

/** One second of a tone. */
export const oneTone: Probe<'answer'> = {
  name: 'one-tone',
  async run(gateway) {
    return [await gateway.send({ ...transcriptionRequest(gateway.expect), expected: 'accepted' })];
  },
};

/** A form without a file. */
export const noFile: Probe<'series'> = {
  name: 'form-without-a-file',
  async run(gateway) {
    const parts = [modelPart(gateway.expect.transcriptionModel)];
    const request = transcriptionRequest(gateway.expect, { form: { parts } });
    return [await besideGood(gateway, 'no file', [request])];
  },
};

/** Forms with two files, under each pair of names that clients use. */
export const twoFiles: Probe<'series'> = {
  name: 'forms-with-two-files',
  run(gateway) {
    const model = modelPart(gateway.expect.transcriptionModel);
    const files = [tone(gateway.nonce()), tone(gateway.nonce())] as const;
    const pairs = [
      ['file', 'file'],
      ['file[]', 'file[]'],
      ['file', 'audio'],
    ] as const;
    return inTurn(pairs, ([first, second]) => {
      const parts = [model, filePart(files[0], first), filePart(files[1], second)];
      const request = transcriptionRequest(gateway.expect, { form: { parts } });
      return besideGood(gateway, `${first} and ${second}`, [request]);
    });
  },
};

/** Beyond 25 MB and yet within 25 MiB. */
const BEYOND_25_MB_BYTES = 25_000_001;

/** The largest legal file, and one that is too large only for who takes MB for MiB. */
export const largeFiles: Probe<'series'> = {
  name: 'largest-files',
  alone: true,
  run: (gateway) =>
    inTurn([BEYOND_25_MB_BYTES, FILE_MAXIMUM_BYTES], (sizeBytes) => {
      const request = transcriptionRequest(gateway.expect, { content: wav(sizeBytes) });
      return besideGood(gateway, `${sizeBytes} bytes`, [{ ...request, expected: 'accepted' }]);
    }),
};

/** A file of one byte too many, with its length announced and in chunks. */
export const oversizeFiles: Probe<'series'> = {
  name: 'files-of-one-byte-too-many',
  alone: true,
  run(gateway) {
    const content = wav(FILE_MAXIMUM_BYTES + 1);
    return inTurn([false, true], (chunked) => {
      const request = transcriptionRequest(gateway.expect, { content, form: { chunked } });
      return besideGood(gateway, chunked ? 'in chunks' : 'with Content-Length', [request]);
    });
  },
};

/** The same request as JSON and as a form of the other kind. */
export const otherMediaTypes: Probe<'series'> = {
  name: 'transcription-without-multipart',
  async run(gateway) {
    const { transcriptionModel: model } = gateway.expect;
    const file = Buffer.from(tone()).toString('base64');
    const text = new URLSearchParams({ model, file }).toString();
    const requests: ProbeRequest[] = [
      { operation: 'transcription', body: { json: { model, file } } },
      { operation: 'transcription', body: { text, type: 'application/x-www-form-urlencoded' } },
    ];
    return [await besideGood(gateway, 'JSON and urlencoded', requests)];
  },
};

/** A form whose boundary is not named, and one that ends before its closing boundary. */
export const brokenForms: Probe<'series'> = {
  name: 'broken-forms',
  async run(gateway) {
    const { transcriptionModel: model } = gateway.expect;
    const part = `Content-Disposition: form-data; name="model"\r\n\r\n${model}`;
    const text = `--${FORM_BOUNDARY}\r\n${part}\r\n--${FORM_BOUNDARY}--\r\n`;
    const unnamed: ProbeRequest = {
      operation: 'transcription',
      body: { text, type: 'multipart/form-data' },
    };
    const cut = transcriptionRequest(gateway.expect, { form: { unclosed: true } });
    return [
      await besideGood(gateway, 'a boundary that is not named', [unnamed]),
      await besideGood(gateway, 'a cut form', [cut]),
    ];
  },
};

/** Every byte, line ends of each kind, and what looks like the boundary of the form. */
export const awkwardBytes: Probe<'answer'> = {
  name: 'file-of-awkward-bytes',
  async run(gateway) {
    const { transcriptionModel, echoModel } = gateway.expect;
    const content = Buffer.concat([
      tone(gateway.nonce()),
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      Buffer.from(`\r\n--${FORM_BOUNDARY.slice(0, -1)}\r\n--\r\n\n\r--${FORM_BOUNDARY}x\r\n`),
    ]);
    const model = echoModel ?? transcriptionModel;
    return [await gateway.send(transcriptionRequest(gateway.expect, { model, content }))];
  },
};

/** A good request, and then the others. */
async function besideGood(
  gateway: ProbeGateway,
  label: string,
  requests: readonly ProbeRequest[],
): Promise<Series> {
  const good = transcriptionRequest(gateway.expect, { content: tone(gateway.nonce()) });
  return {
    label,
    exchanges: await inTurn([good, ...requests], (request) => gateway.send(request)),
  };
}
