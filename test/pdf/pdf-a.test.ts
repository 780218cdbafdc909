import assert from 'node:assert/strict';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, test } from 'vitest';
import type { Finalized } from '../../src/domain/billing/document/document.ts';
import { themes } from '../../src/domain/themes/themes.ts';
import { type Bill, electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import type { Job } from '../../src/pdf/print-job.ts';
import { company, documentFixtures, seller } from './document-fixtures.ts';
import { examples, manyLines } from './examples.ts';
import { readPdf } from './read-pdf.ts';
import { cachedTypesetter } from './render-cache.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice>Œuvre à 5 €</rsm:CrossIndustryInvoice>';
/** One red pixel. */
const RED_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGO4I2IDAAL8AS3VzMq8AAAAAElFTkSuQmCC';
const TEN_LINES_BYTES_MAX = 80 * 1024;

describe('a PDF that is archivable, accessible and machine-readable', () => {
  const printed = examples()['invoice-ardoise'] as NonNullable<ReturnType<typeof examples>[string]>;

  test('it declares PDF/A-3a and Factur-X EN 16931 once each, with the extension schema', async () => {
    const { metadata } = await readPdf(cachedTypesetter.set({ printed, xml: XML }));
    for (const said of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>A</pdfaid:conformance>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
      '<pdfaExtension:schemas>',
    ])
      assert.equal(metadata.split(said).length - 1, 1, said);
  });

  test('it embeds exactly one file, the unchanged electronic invoice, as an alternative representation', async () => {
    const pdf = cachedTypesetter.set({ printed, xml: XML });
    const { attachments } = await readPdf(pdf);
    assert.deepEqual([...attachments], [['factur-x.xml', XML]]);
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    const associated = document.catalog.lookup(PDFName.of('AF'), PDFArray);
    assert.equal(associated.size(), 1);
    const specification = associated.lookup(0, PDFDict);
    assert.equal(specification.get(PDFName.of('AFRelationship')), PDFName.of('Alternative'));
    const file = specification.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F')) as PDFRawStream;
    assert.equal(file.dict.get(PDFName.of('Subtype'))?.toString(), '/text#2Fxml');
  });

  test('without an electronic invoice it embeds and declares none', async () => {
    const { attachments, metadata } = await readPdf(cachedTypesetter.set({ printed }));
    assert.equal(attachments.size, 0);
    assert.doesNotMatch(metadata, /fx:|Factur-X/);
  });

  test('a higher Factur-X profile is declared when used', async () => {
    const { metadata } = await readPdf(cachedTypesetter.set({ printed, xml: XML, profile: 'EXTENDED' }));
    assert.match(metadata, /<fx:ConformanceLevel>EXTENDED</);
  });

  test('it has one output intent, a language, and every font embedded as a subset', async () => {
    const document = await PDFDocument.load(cachedTypesetter.set({ printed, xml: XML }), { updateMetadata: false });
    assert.equal(document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).size(), 1);
    assert.equal(document.catalog.get(PDFName.of('Lang'))?.toString(), '(fr)');
    const dictionaries = document.context.enumerateIndirectObjects().map(([, object]) => object);
    const descriptors = dictionaries.filter(
      (object): object is PDFDict =>
        object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'),
    );
    assert.ok(descriptors.length >= 2);
    for (const descriptor of descriptors) {
      assert.match(String(descriptor.get(PDFName.of('FontName'))), /^\/[A-Z]{6}\+/);
      const inside = ['FontFile', 'FontFile2', 'FontFile3'].some((name) => descriptor.has(PDFName.of(name)));
      assert.ok(inside, String(descriptor.get(PDFName.of('FontName'))));
    }
  });

  test('every cross-reference points to its object, also after the metadata grew', async () => {
    const pdf = cachedTypesetter.set({ printed, xml: XML });
    const text = pdf.toString('latin1');
    const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    assert.equal(text.slice(table, table + 4), 'xref');
    const entries = [...text.slice(table).matchAll(/^(\d{10}) \d{5} n/gm)].map(([, at]) => Number(at));
    assert.ok(entries.length > 50);
    for (const [index, at] of entries.entries()) assert.equal(text.slice(at, at + 8).split(' ')[0], String(index + 1));
  });

  test('it is tagged for screen readers: a heading, a table with header, a drawing with alternative text', async () => {
    const { roles } = await readPdf(cachedTypesetter.set({ printed }));
    assert.equal(roles.filter((role) => role === 'H1').length, 1);
    const inOrder = ['Document', 'H1', 'Table', 'THead', 'TH', 'TBody', 'TD', 'H2', 'Figure'];
    let from = 0;
    for (const role of inOrder) {
      const at = roles.indexOf(role, from);
      assert.ok(at >= 0, `${role} after ${inOrder.slice(0, inOrder.indexOf(role)).join(', ')}`);
      from = at + 1;
    }
  });

  test('a logo has its alternative text in every design, and the next document has no logo', async () => {
    for (const theme of Object.values(themes)) {
      const trail = documentFixtures(seller, company);
      const logo = { format: 'png', base64: RED_DOT, widthMm: 30 } as const;
      const made = trail.made('estimate', { lines: manyLines(2) });
      const figures = async (job: Job) =>
        (await readPdf(cachedTypesetter.set(job))).roles.filter((role) => role === 'Figure').length;
      assert.equal(await figures({ printed: trail.printed(made, { theme: { ...theme, logo } }), logo }), 1, theme.name);
      assert.equal(await figures({ printed: trail.printed(made, { theme }) }), 0, theme.name);
    }
  });

  for (const theme of Object.values(themes))
    test(`ten lines in ${theme.name}, with QR code and electronic invoice, stay below 80 kB`, () => {
      const trail = documentFixtures(seller, company);
      const made = trail.made('invoice', { lines: manyLines(10) }) as Finalized<Bill>;
      const electronic = electronicInvoiceOf(made, { zone: 'Europe/Paris', relatives: [] });
      const pdf = cachedTypesetter.set({
        printed: trail.printed(made, { theme }),
        xml: ciiOf(electronic, { inPdf: true }),
      });
      assert.ok(pdf.length <= TEN_LINES_BYTES_MAX, `${pdf.length} bytes`);
    });
});
