import { canonicalJson } from '../audit/canonical-json.ts';
import { sha256Hex } from '../audit/chain/chain-link.ts';
import type { KeptFormat } from '../db/billing/stored-files.ts';

/** The rendering of a document's file. */
export type Rendered = { readonly format: KeptFormat; readonly locale: string; readonly canceled: boolean };

/** The digest of a rendering in the audit chain: `sha256` is the hex digest of its bytes. */
export const digestOfRendering = (documentId: string, rendered: Rendered, sha256: string): string => {
  const { format, locale, canceled } = rendered;
  return sha256Hex(canonicalJson({ id: documentId, format, locale, canceled, sha256 }));
};
