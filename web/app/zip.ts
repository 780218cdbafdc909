import { Zip, ZipPassThrough } from 'fflate';

export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

/**
 * Puts files in a ZIP without compression, since PDF files hardly shrink. Both files of the same
 * name are kept.
 */
export function zipOf(entries: readonly ZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(new Uint8Array(part));
  });
  for (const { name, bytes } of entries) {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
