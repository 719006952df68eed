/**
 * Frees the memory of bytes now. The garbage collector frees it much later, because to it they are a
 * small object. Nothing may read the bytes afterwards: they are empty.
 * @param bytes that share their buffer with nothing else
 */
export function freeMemory({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
