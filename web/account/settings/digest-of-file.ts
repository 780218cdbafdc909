/** Bytes of the end of an archive, which contains the signature of everything before it. */
const END_BYTES = 2_560;
/** Bytes that are read and hashed at once: some milliseconds, so that the page stays responsive. */
const PIECE_BYTES = 1_048_576;

/**
 * The SHA-256 of a file without its end, and the end in base64. Reads piece by piece, so that large
 * files fit into the memory of a phone. `onProgress` gets the share that was read, from 0 to 1.
 */
export async function digestOfFile(
  file: Blob,
  onProgress: (share: number) => void = () => {},
): Promise<{ size: number; sha256: string; end: string }> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const { size } = file;
  const endsAt = Math.max(size - END_BYTES, 0);
  const hash = sha256.create();
  for (let at = 0; at < endsAt; at += PIECE_BYTES) {
    hash.update(await bytesOf(file, at, Math.min(at + PIECE_BYTES, endsAt)));
    onProgress(Math.min(at + PIECE_BYTES, size) / size);
  }
  const end = await bytesOf(file, endsAt, size);
  return { size, sha256: hexOf(hash.digest()), end: btoa(String.fromCharCode(...end)) };
}

const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
