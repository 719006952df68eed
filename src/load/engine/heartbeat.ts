/** A sender of data. */
export interface Sender {
  /** Received so far. */
  readonly heardBytes: number;
}

const CHECK_EVERY_MS = 1000;

/**
 * Reports, once, that a sender that had begun to send has fallen silent. Time in which this process
 * could not receive does not count.
 * @param checks in a row, one a second, that find nothing new
 * @returns a function that ends the watch
 */
export function watchHeartbeat(sender: Sender, checks: number, onSilence: () => void): () => void {
  let heardBytes = 0;
  let inVain = 0;
  const timer = setInterval(() => {
    const isNew = sender.heardBytes !== heardBytes;
    heardBytes = sender.heardBytes;
    inVain = isNew || heardBytes === 0 ? 0 : inVain + 1;
    if (inVain < checks) return;
    clearInterval(timer);
    onSilence();
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}
