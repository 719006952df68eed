import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { relayed, type Sent } from './relayed.ts';
import { filePart, legal, modelPart, tone, transcriptionRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** Uploads of three sizes, up to the largest that the interface allows. */
export const relayedFiles: Probe<'relay'> = {
  name: 'files-seen-at-both-ends',
  alone: true,
  modest: '1 file of 1 kB instead of three sizes',
  async run(gateway) {
    if (!gateway.offers('transcription')) return [];
    const sent = await sequentially(fewer(gateway, SIZES, 1), ([label, bytes]) =>
      upload(gateway, label, (nonce) => withTextBytes(tone(nonce, bytes))),
    );
    return relayed(gateway, sent);
  },
};

/** Uploads whose file has an unusual name. */
export const relayedFileNames: Probe<'relay'> = {
  name: 'file-names-seen-at-both-ends',
  async run(gateway) {
    if (!gateway.offers('transcription')) return [];
    const sent = await sequentially(NAMES, (name) => upload(gateway, name, tone, name));
    return relayed(gateway, sent);
  },
};

/** The media type of each file. */
export const FILE_TYPE = 'audio/wav';

const MIB = 1024 * 1024;
const SIZES: readonly (readonly [label: string, bytes: number])[] = [
  ['1 kB', 1000],
  ['1 MiB', MIB],
  ['25 MiB', 25 * MIB],
];

const NAMES = ['tone 1; version, 2.wav', "o'brien (1) [a] %41.wav", 'Ça va – 世界.wav'];

/** The same tone with bytes that are changed or cut where a file is read as text. */
function withTextBytes(file: Uint8Array): Uint8Array {
  file.set(Buffer.from('\r\n\n\r\t\u001a\0 '), 200);
  file.set(Buffer.from(' \r\n\0'), file.length - 4);
  return file;
}

/** The time that an upload may take before that says something about the gateway. */
const UPLOAD_MS = 30_000;

async function upload(
  gateway: ProbeGateway,
  label: string,
  contentOf: (nonce: string) => Uint8Array,
  filename = 'tone.wav',
): Promise<Sent> {
  const { expect } = gateway;
  const nonce = gateway.nonce();
  const file = { ...filePart(contentOf(nonce)), filename, type: FILE_TYPE };
  const parts = [modelPart(expect.transcriptionModel), file];
  const request = legal(transcriptionRequest(expect, { form: { parts } }));
  const deadlineMs = Math.max(expect.answerDeadlineMs, UPLOAD_MS);
  return { label, nonce, exchanges: [await gateway.send({ ...request, deadlineMs })] };
}
