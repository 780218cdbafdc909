import { InvoiceFault } from './fields.ts';

/** Names of the file with the invoice, by standard: Factur-X, ZUGFeRD 1 and 2, XRechnung. */
const NAMES: readonly string[] = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'];

/** Bytes of the XML inside a PDF. */
const EMBEDDED_BYTES_MAX = 20 * 1_048_576;

/**
 * The XML of an invoice embedded in a PDF. Throws `InvoiceFault` for a PDF that cannot be opened or
 * has none: then it is a paper invoice, not an electronic one.
 */
export async function xmlInPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const files = await attachmentsOf(bytes);
  const names = [...files.keys()];
  const named = NAMES.map((name) => names.find((each) => each.toLowerCase() === name));
  const only = names.filter((name) => name.toLowerCase().endsWith('.xml'));
  const name = named.find((each) => each !== undefined) ?? (only.length === 1 ? only[0] : undefined);
  const xml = name === undefined ? undefined : files.get(name)?.();
  if (!xml) throw new InvoiceFault({ fault: 'pdf_without_invoice' });
  if (xml.length > EMBEDDED_BYTES_MAX) throw new InvoiceFault({ fault: 'too_large' });
  return xml;
}

/** The embedded files by name. Any exception of the library means that the PDF is broken. */
async function attachmentsOf(bytes: Uint8Array): Promise<Map<string, () => Uint8Array | undefined>> {
  // Loaded on demand: an XML file does not need it.
  const { PDF } = await import('@libpdf/core');
  try {
    const pdf = await PDF.load(Uint8Array.from(bytes));
    if (pdf.isEncrypted) throw new InvoiceFault({ fault: 'pdf_unreadable' });
    return new Map(
      [...pdf.attachments.list()].map(([key, { filename }]) => [
        filename || key,
        () => {
          try {
            return pdf.attachments.get(key) ?? undefined;
          } catch {
            throw new InvoiceFault({ fault: 'pdf_unreadable' });
          }
        },
      ]),
    );
  } catch {
    throw new InvoiceFault({ fault: 'pdf_unreadable' });
  }
}
