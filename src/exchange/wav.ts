const HEADER_BYTES = 44;
const SAMPLE_RATE_HZ = 16_000;
const TONE_HZ = 400;

/** One period of the tone in unsigned 8-bit samples: a byte each, so that any size is possible. */
const PERIOD = Buffer.from(
  Array.from({ length: SAMPLE_RATE_HZ / TONE_HZ }, (_, sample) =>
    Math.round(128 + 64 * Math.sin((2 * Math.PI * sample * TONE_HZ) / SAMPLE_RATE_HZ)),
  ),
);

/**
 * A WAV file of exactly this size: mono, 16 kHz, 8 bits, a tone of 400 Hz.
 * @param sizeBytes of the whole file, at least the 44 of the header
 */
export function wav(sizeBytes: number): Uint8Array {
  const file = Buffer.allocUnsafe(sizeBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(sizeBytes - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  file.writeUInt32LE(SAMPLE_RATE_HZ, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(sizeBytes - HEADER_BYTES, 40);
  if (sizeBytes > HEADER_BYTES) file.fill(PERIOD, HEADER_BYTES);
  return file;
}

const shared = new Map<number, WeakRef<Uint8Array>>();

/** The same, which must not be changed: made, and its digest calculated, once while it is in use. */
export function sharedWav(sizeBytes: number): Uint8Array {
  const known = shared.get(sizeBytes)?.deref();
  if (known !== undefined) return known;
  const file = wav(sizeBytes);
  shared.set(sizeBytes, new WeakRef(file));
  return file;
}

/** The size of a WAV file of this length. */
export function wavSizeBytes(seconds: number): number {
  return HEADER_BYTES + Math.round(seconds * SAMPLE_RATE_HZ);
}
