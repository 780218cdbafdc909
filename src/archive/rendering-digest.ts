import { canonicalJson } from '../audit/canonical-json.ts';
import { sha256Hex } from '../audit/chain/chain-link.ts';
import type { KeptFormat } from '../db/billing/stored-files.ts';

/** What a file of a document was rendered as. */
export type Rendered = { readonly format: KeptFormat; readonly locale: string; readonly canceled: boolean };

/** What the audit chain holds of it: `sha256` is the hex digest of the bytes. */
export const digestOfRendering = (documentId: string, rendered: Rendered, sha256: string): string => {
  const { format, locale, canceled } = rendered;
  return sha256Hex(canonicalJson({ id: documentId, format, locale, canceled, sha256 }));
};
