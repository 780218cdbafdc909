import { callWithVersion } from '../../../client/call.ts';

export type Format = 'pdf' | 'facturx' | 'cii' | 'ubl' | 'signed';

/** Milliseconds until the object URL of a file is revoked. */
const KEPT_MS = 60_000;

/** Saves a file of a document under the service's file name. */
export async function saveFile(billingId: string, format: Format): Promise<void> {
  const { answer, fileName } = await callWithVersion('download-billing', { billingId, query: { format } });
  saveBlob(answer, fileName ?? `document.${format === 'cii' || format === 'ubl' ? 'xml' : 'pdf'}`);
}

/** Saves bytes that are already loaded. */
export function saveBlob(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
