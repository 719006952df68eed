/** Blocks the event loop of this process, as a busy machine does. */
export function stall(forMs: number): void {
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs);
}
