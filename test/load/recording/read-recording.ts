import { UsageError } from '../../../src/input/usage-error.ts';
import { Recording } from '../../../src/load/recording/recording.ts';
import type { TapFrame } from '../../../src/load/tap/tap-frame.ts';

/**
 * All frames of a recording, decoded, its hello first.
 * @throws UsageError when the file cannot be read, is not a recording, or is incomplete
 */
export function* readRecording(path: string): Generator<TapFrame> {
  const recording = new Recording(path);
  try {
    yield { type: 'hello', hello: recording.hello };
    for (let read = recording.next(); read !== undefined; read = recording.next()) {
      yield read.frame;
    }
    if (recording.cutShort !== undefined) {
      throw new UsageError(`Recording is incomplete: ${path}, ${recording.cutShort}.`);
    }
  } finally {
    recording.close();
  }
}
