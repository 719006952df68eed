import { createReadStream } from 'node:fs';
import { UsageError } from '../words/usage-error.ts';
import { FrameDecoder } from './frames.ts';
import { MalformedFrame } from './malformed-frame.ts';
import { decodeTapFrame, type TapFrame } from './tap-frame.ts';

/**
 * The frames of a recording, one at a time: the same as came through the tap. Holds no more than
 * one of them.
 * @throws UsageError when the file cannot be read, MalformedFrame when it is no recording or was cut
 */
export async function* readRecording(path: string): AsyncGenerator<TapFrame> {
  const decoder = new FrameDecoder();
  for await (const chunk of fileChunks(path)) {
    for (const frame of decoder.push(chunk)) yield decodeTapFrame(frame);
  }
  if (decoder.unfinishedBytes > 0) {
    throw new MalformedFrame(`the recording ends inside one: ${path}`);
  }
}

async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  try {
    yield* file;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    throw new UsageError(
      `Recording cannot be read: ${path}${code}. Give a file that a load run has written.`,
      { cause },
    );
  }
}
