import assert from 'node:assert/strict';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, test } from 'vitest';
import { evidenceText } from '../../src/audit/pdf-seal/signature-evidence-json.ts';
import { locales } from '../../src/domain/billing/document/locale.ts';
import type { SignatureEvidence } from '../../src/domain/billing/estimate/signature-evidence.ts';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { printedCertificate } from '../../src/pdf/layout/signature-certificate.ts';
import { certificateWordsOf } from '../../src/pdf/locales/certificate.ts';
import type { Job } from '../../src/pdf/print-job.ts';
import { DRAWN, evidenceOf } from '../support/audit/signed-evidence.ts';
import { examples } from './examples.ts';
import { readPdf } from './read-pdf.ts';
import { cachedTypesetter } from './render-cache.ts';
import { drawnPages, noCanvas } from './render-pages.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice/>';

describe('the signature certificate of a signed document', () => {
  const example = (name: string): PrintedDocument => examples()[name] as PrintedDocument;
  const signedJob = (printed: PrintedDocument, evidence: SignatureEvidence, more: Partial<Job> = {}): Job => ({
    printed,
    ...more,
    signed: {
      certificate: printedCertificate(evidence, 'Europe/Paris', { isStamped: true }),
      evidence: evidenceText(evidence),
      shown: cachedTypesetter.set({ printed }),
      shownName: 'D-2026-0042.pdf',
    },
  });

  for (const name of ['estimate-marge', 'long-ardoise'])
    test(`it follows the pages of ${name}, whose layout and page numbers do not change`, async () => {
      const printed = example(name);
      const shown = await readPdf(cachedTypesetter.set({ printed }));
      const read = await readPdf(cachedTypesetter.set(signedJob(printed, evidenceOf({ drawing: DRAWN }))));
      assert.equal(read.pages.length, shown.pages.length + 1);
      assert.deepEqual(read.pages.slice(0, -1), shown.pages);
      const before = read.pieces.filter(({ page }) => page < read.pages.length);
      assert.deepEqual(before, shown.pieces);
    });

  // Drawing needs a native package, which does not exist for every platform.
  const skip = noCanvas() ?? false;
  test('the preceding page is identical to the last pixel', async (t) => {
    if (skip) t.skip(skip);
    const printed = example('estimate-marge');
    const how = { pagesMax: 2, dotsAnInch: 30 };
    const [before] = await drawnPages(cachedTypesetter.set({ printed }), how);
    const [first, certificate] = await drawnPages(cachedTypesetter.set(signedJob(printed, evidenceOf())), how);
    assert.deepEqual(first?.data, before?.data);
    // Control: pages that differ are told apart.
    assert.notDeepEqual(certificate?.data, before?.data);
  });

  test('it states the signer, time in UTC and locally, place, consent, steps, digest and the simple level', async () => {
    const read = await readPdf(cachedTypesetter.set(signedJob(example('estimate-marge'), evidenceOf())));
    const page = (read.pages.at(-1) ?? '').replace(/\s+/g, ' ');
    for (const said of [
      ...['Certificat de signature électronique', 'Devis n° D-2026-0042', '12 345,00 €', 'SIREN 732829320'],
      ...['Élodie Marchand', 'elodie@brasserie.example', 'vérifiée par un code le 19/11/2026 12:08:20'],
      ...['19/11/2026 12:10:00 (Europe/Paris), 11:10:00 UTC', '203.0.113.7', 'iPhone OS 19_0'],
      ...['J’ai lu le devis D-2026-0042 et ses conditions, et je les accepte.', 'Nom saisi en guise de signature'],
      ...['Signature demandée', 'Lien envoyé', 'Lien ouvert', 'Code envoyé', 'Code vérifié', 'Document signé'],
      ...['abababab abababab', '0192f3a0-1111-7000-8000-000000000001'],
      'signature électronique simple (règlement eIDAS, art. 25)',
      'par une autorité (RFC 3161), dans le sceau',
    ])
      assert.ok(page.includes(said), `${said} in ${page}`);
  });

  test('it fits on one page in seven languages and claims only a simple signature', async () => {
    for (const language of locales) {
      const evidence = evidenceOf({ language, drawing: DRAWN });
      const read = await readPdf(cachedTypesetter.set(signedJob(example('estimate-marge'), evidence)));
      assert.equal(read.pages.length, 2, language);
      const page = (read.pages[1] ?? '').replace(/\s+/g, ' ');
      assert.ok(page.includes(certificateWordsOf[language].levelIs), language);
      assert.doesNotMatch(page, MORE_THAN_SIMPLE, language);
    }
  });

  test('without a code the address is marked unverified, and a hundred reminders still fit', async () => {
    const { emailVerifiedAt: _, ...unverified } = evidenceOf();
    const reminded = Array.from({ length: 100 }, (__, place) => ({
      at: 1_795_000_000 + place,
      step: 'reminded' as const,
    }));
    const evidence = {
      ...unverified,
      steps: [...unverified.steps.slice(0, 2), ...reminded, ...unverified.steps.slice(2)],
    };
    const { pages } = await readPdf(cachedTypesetter.set(signedJob(example('estimate-marge'), evidence)));
    assert.equal(pages.length, 2);
    assert.match(pages[1] ?? '', /non vérifiée par un code/);
    assert.match(pages[1] ?? '', /Document signé/);
  });

  test('the file remains PDF/A-3a and embeds the evidence, the displayed file and any electronic invoice', async () => {
    const printed = example('invoice-ardoise');
    const evidence = evidenceOf();
    const pdf = cachedTypesetter.set(signedJob(printed, evidence, { xml: XML }));
    const { attachments, metadata } = await readPdf(pdf);
    assert.match(metadata, /<pdfaid:part>3<\/pdfaid:part>/);
    assert.match(metadata, /<pdfaid:conformance>A<\/pdfaid:conformance>/);
    assert.deepEqual([...attachments.keys()].sort(), ['D-2026-0042.pdf', 'factur-x.xml', 'preuve.json']);
    assert.equal(attachments.get('preuve.json'), evidenceText(evidence));
    assert.equal(attachments.get('factur-x.xml'), XML);
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    const files = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object): object is PDFDict => object instanceof PDFDict && object.has(PDFName.of('AFRelationship')));
    const related = files.map((file) => String(file.get(PDFName.of('AFRelationship')))).sort();
    assert.deepEqual(related, ['/Alternative', '/Data', '/Source']);
  });

  test('a drawing that contains more than strokes is never printed', () => {
    assert.throws(() =>
      printedCertificate(evidenceOf({ drawing: 'M0 0L1 1"/><image href="x"/>' }), 'Europe/Paris', { isStamped: true }),
    );
  });
});

const MORE_THAN_SIMPLE: RegExp = /avanc|qualifi|advanced|fortgeschritten|avanzat|avanzad|geavanceerd|gekwalificeerd/i;
