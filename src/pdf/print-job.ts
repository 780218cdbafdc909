import type { Logo } from '../domain/themes/theme.ts';
import type { FacturXProfile } from './factur-x-metadata.ts';
import type { PrintedDocument } from './layout/printed-document.ts';
import type { PrintedCertificate } from './layout/signature-certificate.ts';

/** A document to print. */
export type Job = {
  readonly printed: PrintedDocument;
  readonly logo?: Logo;
  /** As one SVG picture of all pages, one below the other, instead of a PDF. */
  readonly asSvg?: true;
  /** The embedded electronic invoice, as `factur-x.xml`. */
  readonly xml?: string;
  /** The Factur-X profile; EN 16931 by default. */
  readonly profile?: FacturXProfile;
  /**
   * For a signed document: appends the certificate page, and embeds the evidence and the PDF the
   * signer saw.
   */
  readonly signed?: SignedJob;
};

/**
 * `evidence`: its canonical text, attached as `preuve.json`; `shown`: the PDF the signer saw,
 * attached as `shownName`.
 */
export type SignedJob = {
  readonly certificate: PrintedCertificate;
  readonly evidence: string;
  readonly shown: Uint8Array;
  readonly shownName: string;
};

/** Request and response of the print process. */
export type Asked = { readonly id: number; readonly job: Job };
/** `residentMb`: the memory of the process after printing. */
export type Answered = { readonly id: number; readonly residentMb: number } & (
  | { readonly pdf: Uint8Array }
  /** The compiler's error: the process works, but cannot print this document. */
  | { readonly failure: string }
);
