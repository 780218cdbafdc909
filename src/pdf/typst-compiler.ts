import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { withFacturXMetadata } from './factur-x-metadata.ts';
import type { Job } from './print-job.ts';
import { coverageOf, FONT_FOLDER } from './text/font-coverage.ts';
import { printableAll } from './text/printable-text.ts';

/** Archivable, with accessible structure and text, and with attachments (ISO 19005-3, level A). */
const STANDARD = 'a-3a';

const TEMPLATES = fileURLToPath(new URL('./templates/', import.meta.url));

/** Compiles documents in this process, whose memory grows with each: see `print-process.ts`. */
export type TypstCompiler = { readonly set: (job: Job) => Buffer };

export function openTypstCompiler(): TypstCompiler {
  const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: [FONT_FOLDER] }] });
  const isCovered = coverageOf(FONT_FOLDER);
  const set = (job: Job, covered: (codePoint: number) => boolean): Buffer => {
    const { printed, xml, signed } = job;
    const content = { ...printed, ...(signed && { certificate: signed.certificate }), ...(xml && { xml: '' }) };
    const data = printableAll(content, covered) as Record<string, unknown>;
    // These are not shown to readers, and must stay unchanged.
    const asIs = {
      ...(xml !== undefined && { xml }),
      ...(signed && { evidence: signed.evidence, shownName: signed.shownName }),
    };
    const inputs = { data: JSON.stringify(withDrawings({ ...data, ...asIs }, job)) };
    if (job.asSvg) return Buffer.from(compiler.plainSvg({ mainFilePath: `${TEMPLATES}document.typ`, inputs }));
    return compiler.pdf(
      { mainFilePath: `${TEMPLATES}document.typ`, inputs },
      { pdfStandard: STANDARD, creationTimestamp: printed.dated.at },
    );
  };
  return {
    set(job) {
      const { logo, xml, profile, signed } = job;
      if (signed) compiler.mapShadow(SHOWN, Buffer.from(signed.shown));
      if (logo) compiler.mapShadow(`${TEMPLATES}logo.${logo.format}`, Buffer.from(logo.base64, 'base64'));
      try {
        const pdf = trySet(() => set(job, isCovered)) ?? set(job, isLatin);
        return xml === undefined ? pdf : withFacturXMetadata(pdf, profile ?? 'EN 16931');
      } finally {
        if (signed) compiler.unmapShadow(SHOWN);
        if (logo) compiler.unmapShadow(`${TEMPLATES}logo.${logo.format}`);
        compiler.evictCache(CACHE_AGE);
      }
    },
  };
}

/**
 * Number of later documents for which compiled parts stay cached: none. Lookups are no faster than
 * compiling, and the cache took 12 MB.
 */
const CACHE_AGE = 0;

/**
 * Text shaping may still require a missing glyph; the second attempt only prints safe characters.
 */
const trySet = (set: () => Buffer): Buffer | undefined => {
  try {
    return set();
  } catch {
    return undefined;
  }
};

const isLatin = (codePoint: number): boolean => codePoint < 0x250 || codePoint === 0x20ac;

/** The path of the PDF the signer saw. */
const SHOWN = `${TEMPLATES}shown.pdf`;

function withDrawings(data: Record<string, unknown>, { printed: { payment }, signed }: Job): Record<string, unknown> {
  const drawn: Record<string, unknown> = {};
  if (payment?.code) {
    const set = data['payment'] as { code: object };
    drawn['payment'] = { ...set, code: { ...set.code, drawing: payment.code.drawing } };
  }
  const drawing = signed?.certificate.signature.drawing;
  if (drawing !== undefined) {
    const set = data['certificate'] as { signature: object };
    drawn['certificate'] = { ...set, signature: { ...set.signature, drawing } };
  }
  return { ...data, ...drawn };
}
