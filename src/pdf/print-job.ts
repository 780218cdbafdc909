import type { Logo } from '../domain/themes/theme.ts';
import type { FacturXProfile } from './factur-x-metadata.ts';
import type { PrintedDocument } from './layout/printed-document.ts';
import type { PrintedCertificate } from './layout/signature-certificate.ts';

/** One document to print. */
export type Job = {
  readonly printed: PrintedDocument;
  readonly logo?: Logo;
  /** As one picture of all pages, one below the other, instead of as a PDF. */
  readonly asSvg?: true;
  /** The electronic invoice that travels inside, as `factur-x.xml`. */
  readonly xml?: string;
  /** Which part of Factur-X it is; EN 16931 unless said. */
  readonly profile?: FacturXProfile;
  /** It was signed: the page that says how is set behind it, and evidence and what the signer saw travel inside. */
  readonly signed?: SignedJob;
};

/** `evidence`: its canonical text, attached as `preuve.json`; `shown`: the PDF he was shown, attached under `shownName`. */
export type SignedJob = {
  readonly certificate: PrintedCertificate;
  readonly evidence: string;
  readonly shown: Uint8Array;
  readonly shownName: string;
};

/** What travels to the process that prints, and back. */
export type Asked = { readonly id: number; readonly job: Job };
/** `residentMb`: the memory of the process once it had printed. */
export type Answered = { readonly id: number; readonly residentMb: number } & (
  | { readonly pdf: Uint8Array }
  /** The typesetter's own words: it lives, but this document it cannot set. */
  | { readonly failure: string }
);
