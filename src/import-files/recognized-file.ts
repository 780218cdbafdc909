import type { ImportContent, ImportFileType, ReadImportFile } from '../domain/billing/past/foreign-document.ts';
import type { ImportSource } from '../domain/import-source.ts';

/** A file of which only the content is known. */
export const recognized = (
  type: ImportFileType | undefined,
  content: ImportContent,
  { source, rows = 0 }: { readonly source?: ImportSource | undefined; readonly rows?: number } = {},
): ReadImportFile => ({
  ...(type && { type }),
  content,
  ...(source && { source }),
  ...{ documents: [], leftOut: [], rows },
});
