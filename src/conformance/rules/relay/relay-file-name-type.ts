import { needBothFiles } from '../../findings/upstream/upstream-file.ts';
import { FILE_TYPE, relayedFileNames } from '../../probes/relay/requests-passed-on.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A provider finds the format of a file by its name or its media type. */
export const relayFileNameType: JudgeRule<'relay'> = {
  id: 'relay-file-name-type',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 7578 §4.2 and §4.4',
  statement: 'The name and the media type of an uploaded file reach the upstream.',
  provenBy: 'relay-file-renamed',
  evidence: 'relay',
  operations: ['transcription'],
  needs: ['upstream'],
  probe: relayedFileNames,

  *judge(relay) {
    const { exchange, sent, arrived } = needBothFiles(relay);
    need(arrived, 'an upstream request with a file');
    const { filename = 'absent', type = 'absent' } = arrived;
    if (filename !== sent.filename) {
      yield { expected: sent.filename, actual: filename, where: 'filename of the file', exchange };
    }
    if (type.toLowerCase() !== FILE_TYPE) {
      yield { expected: FILE_TYPE, actual: type, where: 'Content-Type of the file', exchange };
    }
  },
};
