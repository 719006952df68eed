/** That a target was there when the run began, and no longer is. */
export function stoppedAnswering(address: string): string {
  return `The target stopped answering: ${address}.`;
}
