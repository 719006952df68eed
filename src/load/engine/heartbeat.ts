/** Whoever is listened to. */
export interface Speaker {
  /** Grows with all that it says. */
  readonly heardBytes: number;
}

const LOOK_EVERY_MS = 1000;

/**
 * Tells, once, that somebody who had begun to speak says nothing any more. Time in which this
 * process could not listen does not count.
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
