import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import type { ElectronicInvoice, Profile } from '../../src/einvoice/electronic-invoice.ts';

/** A violation of an official rule, in its own words. */
export type Fault = { readonly by: string; readonly rule: string; readonly text: string };

export type Syntax = 'cii' | 'ubl-invoice' | 'ubl-credit-note' | 'factur-x';

/** Syntax of a UBL invoice. */
export const ublSyntax = ({ type }: Pick<ElectronicInvoice, 'type'>): Syntax =>
  type === '381' || type === '503' ? 'ubl-credit-note' : 'ubl-invoice';

/** Validates an XML document with schema and rules. */
export type OfficialRules = (xml: string, syntax: Syntax, profile: Profile) => Fault[];

/** Folder names of the two public repositories inside the given folder. */
const FRENCH = 'France_RFE';
const EUROPEAN = 'eInvoicing-EN16931';
const CACHE = join(tmpdir(), 'facturier-einvoice-rules');

/** Validates a status of an invoice (CDAR) with schema and rules. */
export type StatusRules = (xml: string) => Fault[];

/** Schema and rules of the life cycle, from the same copy of fnfempe/France_RFE. */
export function officialStatusRules(folder: string): StatusRules | string {
  const at = join(folder, FRENCH, 'FNFE_RFE_INVOICE', 'CDAR');
  if (!existsSync(at)) return `${at} is not there: copy fnfempe/${FRENCH} into ${folder}.`;
  xmlRegisterFsInputProviders();
  const schema = schemaAt(join(at, '1xsd-CDAR_D22B_uncoupled', 'CrossDomainAcknowledgementAndResponse_100pD22B.xsd'));
  const rules = compiled(join(at, '2xslt', 'BR-FR-CDV-Schematron-CDAR.xslt'));
  return (xml) => [...faultsOfSchema(xml, schema), ...faultsOfRules(xml, rules)];
}

/**
 * Schemas and rules from local copies of fnfempe/France_RFE and ConnectingEurope/eInvoicing-EN16931
 * in `folder`, compiled once (30 s each) and cached by hash. Reports what is missing.
 */
export function officialRules(folder: string): OfficialRules | string {
  const french = join(folder, FRENCH, 'FNFE_RFE_INVOICE');
  const european = join(folder, EUROPEAN);
  const missing = [french, european].find((path) => !existsSync(path));
  if (missing)
    return `${missing} is not there: copy fnfempe/${FRENCH} and ConnectingEurope/${EUROPEAN} into ${folder}.`;
  xmlRegisterFsInputProviders();
  const schemas = new Map<string, XsdValidator>();
  const sheets = new Map<string, object>();
  return (xml, syntax, profile) => {
    const schema = join(french, schemaOf(syntax, profile));
    const rules = rulesOf({ french, european }, syntax, profile);
    return [
      ...faultsOfSchema(xml, remembered(schemas, schema, schemaAt)),
      ...rules.flatMap((path) => faultsOfRules(xml, remembered(sheets, path, compiled))),
    ];
  };
}

const schemaOf = (syntax: Syntax, profile: Profile): string =>
  syntax === 'factur-x' && profile !== 'en16931' ? 'Factur-X/EXTENDED/1xsd/Factur-X_EXTENDED.xsd' : schemas[syntax];

const schemas: Record<Syntax, string> = {
  cii: 'CII/1xsd-CII_D22B_uncoupled/CrossIndustryInvoice_100pD22B.xsd',
  'ubl-invoice': 'UBL/1xsd_UBL2.1/maindoc/UBL-Invoice-2.1.xsd',
  'ubl-credit-note': 'UBL/1xsd_UBL2.1/maindoc/UBL-CreditNote-2.1.xsd',
  'factur-x': 'Factur-X/EN16931/1xsd/Factur-X_EN16931.xsd',
};

/** EN 16931 or its French extension, then the French rules common to both. */
function rulesOf(at: { french: string; european: string }, syntax: Syntax, profile: Profile): string[] {
  // This processor cannot multiply doubles by decimals, as the extended Factur-X rules do; the
  // French extension on the plain CII covers the same.
  if (syntax === 'factur-x')
    return profile === 'en16931' ? [join(at.french, 'Factur-X/EN16931/2xslt/FACTUR-X_EN16931.xslt')] : [];
  const name = syntax === 'cii' ? 'CII' : 'UBL';
  const norm =
    profile === 'en16931'
      ? join(at.european, name.toLowerCase(), `xslt/EN16931-${name}-validation.xslt`)
      : join(at.french, name, `EXTENDED-CTC-FR/2xslt/EXTENDED-CTC-FR-${name}.xslt`);
  return [norm, join(at.french, name, `EN16931/2xslt/BR-FR-Flux2-Schematron-${name}.xslt`)];
}

function remembered<Value>(known: Map<string, Value>, key: string, make: (key: string) => Value): Value {
  const found = known.get(key) ?? make(key);
  known.set(key, found);
  return found;
}

export function schemaAt(path: string): XsdValidator {
  const schema = XmlDocument.fromBuffer(readFileSync(path), { url: path });
  return XsdValidator.fromDoc(schema);
}

export function faultsOfSchema(xml: string, schema: XsdValidator): Fault[] {
  const document = XmlDocument.fromString(xml);
  try {
    schema.validate(document);
    return [];
  } catch (error) {
    return [{ by: 'schema', rule: 'XSD', text: (error as Error).message }];
  } finally {
    document.dispose();
  }
}

const require = createRequire(import.meta.url);

type Saxon = {
  transform: (
    options: { stylesheetInternal: object; sourceText: string; destination: 'serialized' },
    mode: 'sync',
  ) => { principalResult: string };
};

/** The stylesheet for saxon-js. */
export function compiled(path: string): object {
  mkdirSync(CACHE, { recursive: true });
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  const made = join(CACHE, `${hash}.sef.json`);
  if (!existsSync(made)) {
    const half = `${made}.${process.pid}`;
    const compiler = require.resolve('xslt3/xslt3.js');
    const given = [compiler, `-xsl:${path}`, `-export:${half}`, '-nogo', '-ns:##html5'];
    const { status, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${path} could not be compiled: ${stderr}`);
    renameSync(half, made);
  }
  return JSON.parse(readFileSync(made, 'utf8'));
}

/** A failed fatal assertion; warnings concern optional data. */
export function faultsOfRules(xml: string, stylesheetInternal: object): Fault[] {
  const saxon = require('saxon-js') as Saxon;
  const { principalResult } = saxon.transform(
    { stylesheetInternal, sourceText: xml, destination: 'serialized' },
    'sync',
  );
  const report = XmlDocument.fromString(principalResult);
  const failed = report.find('//svrl:failed-assert', { svrl: 'http://purl.oclc.org/dsdl/svrl' });
  const faults = failed.flatMap((each) => {
    const fatal = each.get('@flag')?.content ?? 'fatal';
    if (fatal !== 'fatal') return [];
    const text = (each.get('svrl:text', { svrl: 'http://purl.oclc.org/dsdl/svrl' })?.content ?? '').trim();
    return [{ by: 'rules', rule: each.get('@id')?.content ?? '?', text: text.replaceAll(/\s+/g, ' ').slice(0, 300) }];
  });
  report.dispose();
  return faults;
}
