import { needBothFiles } from '../../findings/upstream/upstream-file.ts';
import { relayedFiles } from '../../probes/relay/requests-passed-on.ts';
import type { JudgeRule } from '../../rule.ts';

/** A file with changed bytes is another recording, or is no longer valid audio. */
export const relayFileUnchanged: JudgeRule<'relay'> = {
  id: 'relay-file-unchanged',
  level: 'must',
  provenance: 'assumed',
  source: 'interface, transcription: the file is binary',
  statement: 'The upstream gets the uploaded file byte for byte.',
  provenBy: 'relay-file-text-mode',
  evidence: 'relay',
  operations: ['transcription'],
  needs: ['upstream'],
  alsoFrom: ['traffic'],
  probe: relayedFiles,

  *judge(relay) {
    const { exchange, sent, arrived } = needBothFiles(relay);
    if (arrived?.sha256 === sent.sha256) return;
    yield {
      expected: fileText(sent),
      actual: arrived === undefined ? 'no file' : fileText(arrived),
      where: 'file of the upstream request',
      exchange,
    };
  },
};

function fileText(file: { readonly sizeBytes: number; readonly sha256: string }): string {
  return `${file.sizeBytes} bytes, SHA-256 ${file.sha256}`;
}
