import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';

/**
 * Checks the parts of PDF/A-3 (ISO 19005-3) a signature can break: identifiers, fonts, annotations,
 * forms, metadata, structure and attachments. veraPDF checks more, if installed.
 */
export async function pdfAFaults(bytes: Buffer): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog, context } = document;
  const dicts = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    return dict instanceof PDFDict ? [dict] : [];
  });
  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  return [
    ...trailerFaults(bytes),
    ...dicts.filter(isType('Font')).flatMap(fontFaults),
    ...(form ? formFaults(form) : []),
    ...dicts
      .filter((dict) => isType('Annot')(dict) || dict.get(PDFName.of('Subtype')) === PDFName.of('Widget'))
      .flatMap(annotationFaults),
    ...catalogFaults(catalog),
    ...dicts
      .filter(isType('Filespec'))
      .flatMap((dict) => (dict.has(PDFName.of('AFRelationship')) ? [] : ['6.8: a file without AFRelationship'])),
  ];
}

const isType =
  (name: string) =>
  (dict: PDFDict): boolean =>
    dict.get(PDFName.of('Type')) === PDFName.of(name);
const nameIn = (dict: PDFDict, key: string): string => String(dict.lookup(PDFName.of(key)) ?? '');

/**
 * 6.1.3: each part has two file identifiers, the first of which stays; no encryption, nothing after
 * the end.
 */
function trailerFaults(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  const found: string[] = [];
  const firsts = [...text.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].map(([, at]) => {
    const part = text.slice(Number(at));
    const trailer = part.startsWith('xref')
      ? part.slice(part.indexOf('trailer'), part.indexOf('startxref'))
      : part.slice(0, part.indexOf('stream'));
    if (trailer.includes('/Encrypt')) found.push('6.1.3: encrypted');
    const [, first] =
      /\/ID\s*\[\s*(<[0-9A-Fa-f]{2,}>|\((?:[^\\)]|\\.)+\))\s*(?:<[0-9A-Fa-f]{2,}>|\((?:[^\\)]|\\.)+\))\s*\]/s.exec(
        trailer,
      ) ?? [];
    if (first === undefined) found.push('6.1.3: a trailer without identifiers');
    return first && identifierOf(first);
  });
  if (firsts.length === 0) found.push('6.1.3: no trailer');
  if (new Set(firsts).size > 1) found.push('6.1.3: another first identifier than before');
  if (!/%%EOF[\r\n]{0,2}$/.test(text.slice(-16))) found.push('6.1.3: something follows the end');
  return found;
}

/** The same in hex, in any notation. */
const identifierOf = (written: string): string =>
  written.startsWith('<')
    ? written.slice(1, -1).toLowerCase()
    : Buffer.from(written.slice(1, -1).replace(/\\(.)/gs, '$1'), 'latin1').toString('hex');

const DESCRIPTORS = ['FontFile', 'FontFile2', 'FontFile3'];

/** 6.2.11.4.1: every font is embedded, form fonts too. */
function fontFaults(font: PDFDict): string[] {
  const subtype = nameIn(font, 'Subtype');
  // A composite font is embedded through its descendant; a type 3 font is drawn by the file itself.
  if (subtype === '/Type0' || subtype === '/Type3') return [];
  const descriptor = font.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict);
  const isThere = DESCRIPTORS.some((name) => descriptor?.has(PDFName.of(name)));
  return isThere ? [] : [`6.2.11.4.1: ${nameIn(font, 'BaseFont')} is not embedded`];
}

/** 6.4.1: a form does not ask readers to draw it and has no XFA; its fonts are embedded. */
function formFaults(form: PDFDict): string[] {
  const fonts = form.lookupMaybe(PDFName.of('DR'), PDFDict)?.lookupMaybe(PDFName.of('Font'), PDFDict);
  const direct = (fonts?.entries() ?? []).flatMap(([, font]) => (font instanceof PDFDict ? fontFaults(font) : []));
  return [
    ...direct,
    ...(nameIn(form, 'NeedAppearances') === 'true' ? ['6.4.1: NeedAppearances'] : []),
    ...(form.has(PDFName.of('XFA')) ? ['6.4.2: XFA'] : []),
  ];
}

const [INVISIBLE, HIDDEN, PRINT, NO_VIEW, TOGGLE_NO_VIEW] = [1, 2, 4, 32, 256] as const;

/**
 * 6.3.2, 6.3.3, 6.4.1: printed, not hidden, with its own appearance if it has an area, without
 * actions.
 */
function annotationFaults(annotation: PDFDict): string[] {
  const subtype = nameIn(annotation, 'Subtype');
  const found: string[] = [];
  const flags = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
  if ((flags & PRINT) === 0 || (flags & (INVISIBLE | HIDDEN | NO_VIEW | TOGGLE_NO_VIEW)) !== 0)
    found.push(`6.3.2: flags ${flags} of ${subtype}`);
  const rect =
    annotation
      .lookupMaybe(PDFName.of('Rect'), PDFArray)
      ?.asArray()
      .map((each) => Number(String(each))) ?? [];
  const isNowhere = rect.length === 4 && rect[0] === rect[2] && rect[1] === rect[3];
  if (subtype !== '/Link' && !isNowhere && !annotation.lookupMaybe(PDFName.of('AP'), PDFDict)?.has(PDFName.of('N')))
    found.push(`6.3.3: ${subtype} without appearance`);
  if (subtype === '/Widget' && ['A', 'AA'].some((key) => annotation.has(PDFName.of(key))))
    found.push('6.4.1: a widget that acts');
  return found;
}

/**
 * 6.2.2, 6.6.4, 6.7, 6.8: file-wide catalog entries stay, and the metadata is readable without a
 * filter.
 */
function catalogFaults(catalog: PDFDict): string[] {
  const found = ['OutputIntents', 'StructTreeRoot', 'MarkInfo', 'Lang', 'AF']
    .filter((key) => !catalog.has(PDFName.of(key)))
    .map((key) => `the catalogue has no ${key}`);
  const metadata = catalog.lookup(PDFName.of('Metadata'));
  if (!(metadata instanceof PDFRawStream) || metadata.dict.has(PDFName.of('Filter')))
    return [...found, '6.6.2: no plain metadata'];
  const xmp = Buffer.from(metadata.contents).toString('utf8');
  const isTold = /<pdfaid:part>3</.test(xmp) && /<pdfaid:conformance>A</.test(xmp);
  return isTold ? found : [...found, '6.6.4: the metadata do not say PDF/A-3a'];
}
