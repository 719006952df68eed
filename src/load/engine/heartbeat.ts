/** The process that is watched. */
export interface Speaker {
  /** Grows with everything that it sends. */
  readonly heardBytes: number;
}

const LOOK_EVERY_MS = 1000;

/**
 * Reports, once, that a process which had begun to send has become silent. Time in which this
 * process could not read does not count.
 * @param looks in a row that find nothing new, one a second
 * @returns what ends the watch
 */
export function watchHeartbeat(speaker: Speaker, looks: number, onSilence: () => void): () => void {
  let heardBytes = 0;
  let inVain = 0;
  const timer = setInterval(() => {
    const isNew = speaker.heardBytes !== heardBytes;
    heardBytes = speaker.heardBytes;
    inVain = isNew || heardBytes === 0 ? 0 : inVain + 1;
    if (inVain < looks) return;
    clearInterval(timer);
    onSilence();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
