import { Zip, ZipPassThrough } from 'fflate';

export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

/** Files in one ZIP, as they are, for PDF files do not grow smaller; two of one name are both in it. */
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
