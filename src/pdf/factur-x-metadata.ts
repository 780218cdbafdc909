/** The Factur-X profile of an XML, as named in the metadata (Factur-X 1.0, table 5). */
export type FacturXProfile = 'EN 16931' | 'EXTENDED';

/**
 * Adds Factur-X metadata to a PDF/A-3 as the standard requires: four properties and the schema that
 * declares them, which Typst cannot write. The file has one plain cross-reference table, as written
 * by Typst; the metadata grows in place and the offsets behind it are corrected.
 */
export function withFacturXMetadata(pdf: Buffer, profile: FacturXProfile): Buffer {
  const stream = metadataOf(pdf);
  const grown = grownMetadata(pdf.toString('utf8', stream.start, stream.end), profile);
  const bytes = Buffer.from(grown, 'utf8');
  const before = pdf.subarray(0, stream.dictionary);
  const dictionary = pdf
    .toString('latin1', stream.dictionary, stream.start)
    .replace(/\/Length \d+/, `/Length ${bytes.length}`);
  const head = Buffer.concat([before, Buffer.from(dictionary, 'latin1'), bytes]);
  const moved = head.length - stream.end;
  const table = pdf.lastIndexOf('xref\n', pdf.lastIndexOf('startxref') - 1);
  const references = pdf
    .toString('latin1', table)
    .replace(
      /^(\d{10})( \d{5} n)/gm,
      (_, at: string, rest: string) =>
        String(Number(at) + (Number(at) >= stream.end ? moved : 0)).padStart(10, '0') + rest,
    )
    .replace(/(startxref\n)\d+/, `$1${table + moved}`);
  return Buffer.concat([head, pdf.subarray(stream.end, table), Buffer.from(references, 'latin1')]);
}

function metadataOf(pdf: Buffer): { dictionary: number; start: number; end: number } {
  const type = pdf.indexOf('/Type /Metadata');
  const dictionary = pdf.lastIndexOf('<<', type);
  const start = pdf.indexOf('stream\n', type) + 'stream\n'.length;
  const length = Number(/\/Length (\d+)/.exec(pdf.toString('latin1', dictionary, start))?.[1]);
  if (type < 0 || !Number.isInteger(length)) throw new Error('a PDF without uncompressed metadata');
  return { dictionary, start, end: start + length };
}

function grownMetadata(xmp: string, profile: FacturXProfile): string {
  const properties = propertiesOf(profile);
  const declared = xmp.replace('<pdfaExtension:schemas><rdf:Bag>', `$&${SCHEMA}`);
  const grown = declared.replace('</rdf:RDF>', `${properties}</rdf:RDF>`);
  if (declared === xmp || grown === declared) throw new Error('unknown form of metadata');
  return grown;
}

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const propertiesOf = (profile: FacturXProfile): string =>
  `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>${profile}</fx:ConformanceLevel></rdf:Description>`;

const property = (name: string, description: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

const SCHEMA = [
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>',
  `<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>`,
  '<pdfaSchema:property><rdf:Seq>',
  property('DocumentFileName', 'name of the embedded XML invoice file'),
  property('DocumentType', 'INVOICE'),
  property('Version', 'version of the Factur-X XML schema'),
  property('ConformanceLevel', 'conformance level of the embedded Factur-X data'),
  '</rdf:Seq></pdfaSchema:property></rdf:li>',
].join('');
