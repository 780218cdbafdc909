import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The content of a PDF. */
export type ReadPdf = {
  /** The text of each page, in file order; every kind of space becomes a plain one. */
  readonly pages: readonly string[];
  /**
   * Each piece of text with its page, the height of its letters in points, and its distance from
   * the left edge.
   */
  readonly pieces: readonly Piece[];
  readonly metadata: string;
  readonly attachments: ReadonlyMap<string, string>;
  /** The roles of the structure elements, page by page, in the order of a screen reader. */
  readonly roles: readonly string[];
};

type Piece = { readonly page: number; readonly text: string; readonly size: number; readonly left: number };

/** Reads a PDF with pdf.js, which is independent of the software that created it. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: string[] = [];
  const roles: string[] = [];
  const pieces: Piece[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(plainSpaces(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')));
    for (const item of items)
      if ('str' in item && item.str.trim() !== '')
        pieces.push({
          page: number,
          text: plainSpaces(item.str),
          size: item.height,
          left: item.transform[4] as number,
        });
    roles.push(...rolesOf((await page.getStructTree()) as Node));
  }
  const attached = (await document.getAttachments()) as Map<string, unknown> | null;
  const attachments = new Map<string, string>();
  for (const name of attached?.keys() ?? []) {
    const content = await document.getAttachmentContent(name);
    attachments.set(
      name,
      Buffer.from(
        (content as unknown as { content?: Uint8Array }).content ?? (content as unknown as Uint8Array),
      ).toString('utf8'),
    );
  }
  return { pages, pieces, roles, attachments, metadata: metadataOf(Buffer.from(pdf)) };
}

export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

type Node = { readonly role?: string; readonly children?: readonly Node[] } | null;

const rolesOf = (node: Node): string[] =>
  node ? [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(rolesOf)] : [];

function metadataOf(pdf: Buffer): string {
  const start = pdf.indexOf('<?xpacket begin');
  return pdf.toString('utf8', start, pdf.indexOf('<?xpacket end', start));
}
