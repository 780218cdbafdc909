import { type BillingDocument, isFinalized } from '../../domain/document/document.ts';
import type { Locale } from '../../domain/document/locale.ts';
import type { Refused } from '../../domain/refusal.ts';
import { findRendering, type RenderingFormat } from '../../store/files.ts';
import type { SeenFamily } from '../documents/seen-family.ts';
import type { Context } from '../operation.ts';
import { themeOf } from '../themes/theme-of.ts';
import { keepRendered, renderingOf } from './keep-rendered.ts';
import { fileNameOf, mediaTypes, rendered } from './printed-file.ts';

/** A file of a document, ready to be given away. */
export type DocumentFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };

/** The file, where it is kept already; else how to render it without a connection, and to keep it in a later transaction. */
export type PreparedFile =
  | { readonly file: DocumentFile }
  | {
      readonly render: () => Promise<Buffer>;
      readonly keep: (
        context: Context,
        made: Buffer,
      ) => Promise<DocumentFile | Refused<'document_not_found' | 'version_stale'>>;
    };

/** Prepares a document's file. A draft is rendered each time and never kept. */
export async function preparedFile(
  context: Context,
  { seen: { document, facts }, relatives }: SeenFamily,
  { format, locale }: { format: RenderingFormat; locale: Locale },
): Promise<PreparedFile> {
  const rendering = renderingOf(document, { format, locale });
  const kept = isFinalized(document) ? await findRendering(context.tx, rendering) : undefined;
  if (kept) return { file: fileOf(document, format, kept) };
  const theme = await themeOf(context, document);
  return {
    render: () => rendered(context, { document, facts, relatives, locale, theme, format }),
    keep: async (again, made) => {
      const bytes = isFinalized(document) ? await keepRendered(again, rendering, made) : made;
      return 'refused' in bytes ? bytes : fileOf(document, format, bytes);
    },
  };
}

const fileOf = (document: BillingDocument, format: RenderingFormat, bytes: Buffer): DocumentFile => ({
  name: fileNameOf(document, format),
  mediaType: mediaTypes[format],
  bytes,
});
