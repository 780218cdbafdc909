import {
  type AttachedFile,
  attachedFiles,
  findRendering,
  type KeptFormat,
  type RenderingFormat,
} from '../../../db/billing/stored-files.ts';
import { embeddedFiles } from '../../../domain/billing/document/attachment.ts';
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
  const [theme, attached] = await Promise.all([themeOf(context, document), filesToEmbed(context, document, format)]);
  return {
    make: async () => {
      const files = await bytesOfFiles(context, document, attached);
      const bytes = await rendered(context, { document, facts, relatives: members, locale, theme, format, files });
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

/** The stored files that the electronic form of a document holds. */
async function filesToEmbed(
  { tx }: Context,
  { id, content }: BillingDocument,
  format: RenderingFormat,
): Promise<AttachedFile[]> {
  const embedded = format === 'pdf' ? [] : embeddedFiles(content.attachments ?? []);
  return embedded.length === 0
    ? []
    : attachedFiles(
        tx,
        id,
        embedded.map(({ id }) => id),
      );
}

/** Their bytes, checked against the hashes in the document, by the ID of the attachment. */
async function bytesOfFiles(
  context: Context,
  { content: { attachments = [] } }: BillingDocument,
  files: readonly AttachedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const read = files.map(async ({ id, bytes }) => {
    const sealed = attachments.find((attachment) => attachment.id === id)?.sha256 ?? '';
    return [id, await readVerifiedBytes(context, { sha256: Buffer.from(sealed, 'hex'), bytes })] as const;
  });
  return new Map(await Promise.all(read));
}

/** A file with its download name. */
export const fileOf = (document: BillingDocument, format: KeptFormat, bytes: Buffer): DocumentFile => ({
  name: fileNameOf(document, format),
  mediaType: mediaTypes[format],
  bytes,
});
