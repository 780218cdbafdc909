import { findRendering, type KeptFormat, type RenderingFormat } from '../../../db/billing/stored-files.ts';
import { type BillingDocument, isFinalized } from '../../../domain/billing/document/document.ts';
import type { DocumentGroup } from '../../../domain/billing/document/group/document-group.ts';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { Context } from '../../context.ts';
import { themeOf } from '../../themes/find-theme.ts';
import { readVerifiedBytes } from './read-verified-bytes.ts';
import { fileNameOf, mediaTypes, rendered, sha256Of } from './render-document.ts';
import { renderingOf, storeRendering } from './store-rendering.ts';

/** A file of a document, ready to send. */
export type DocumentFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };

/**
 * The file if it is stored; otherwise how to produce it without a connection, by rendering or from
 * the object store, and how to store it in a later transaction.
 */
export type PreparedFile =
  | { readonly file: DocumentFile }
  | {
      readonly make: () => Promise<Buffer>;
      readonly keep: (
        context: Context,
        made: Buffer,
      ) => Promise<DocumentFile | Refused<'document_not_found' | 'version_stale'>>;
    };

/**
 * Prepares a document's file. A draft is rendered each time, and only stored with a mail it is
 * attached to (`mailed`).
 */
export async function prepareFile(
  context: Context,
  { asked: { document, facts }, members }: DocumentGroup,
  { format, locale, mailed }: { format: RenderingFormat; locale: Locale; mailed?: boolean },
): Promise<PreparedFile> {
  const rendering = renderingOf(document, { format, locale });
  const kept = isFinalized(document) ? await findRendering(context.tx, rendering) : undefined;
  if (kept?.bytes) return { file: fileOf(document, format, await readVerifiedBytes(context, kept)) };
  if (kept)
    return { make: () => readVerifiedBytes(context, kept), keep: async (_, made) => fileOf(document, format, made) };
  const theme = await themeOf(context, document);
  return {
    make: async () => {
      const bytes = await rendered(context, { document, facts, relatives: members, locale, theme, format });
      const name = { accountId: context.accountId, sha256: sha256Of(bytes) };
      if (isFinalized(document) || mailed) await context.objects?.put(name, bytes);
      return bytes;
    },
    keep: async (again, made) => {
      const bytes = isFinalized(document) ? await storeRendering(again, rendering, made) : made;
      return 'refused' in bytes ? bytes : fileOf(document, format, bytes);
    },
  };
}

/** A file with its download name. */
export const fileOf = (document: BillingDocument, format: KeptFormat, bytes: Buffer): DocumentFile => ({
  name: fileNameOf(document, format),
  mediaType: mediaTypes[format],
  bytes,
});
