import { createHash, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from '../../audit/canonical-json.ts';
import type { Signer } from '../../audit/chain/chain-signer.ts';
import type { AddedMember } from './zip/zip-writer.ts';

export const EXPORT_FORMAT = 'facturier-account-export';
/** Increase it when the meaning of a member changes: a restore refuses newer versions. */
export const EXPORT_VERSION = 1;

/** The members of every export. */
export const exportMembers = {
  readmeFr: 'LISEZMOI.txt',
  readmeEn: 'README.txt',
  index: 'index.html',
  dictionaryCsv: 'dictionary.csv',
  dictionaryJson: 'dictionary.json',
  people: 'people.jsonl',
  manifest: 'manifest.json',
  signature: 'signature.json',
} as const;

export const recordsMember = (table: string, extension: 'jsonl' | 'csv'): string =>
  `records/billing.${table}.${extension}`;
export const keyMemberOf = (keyId: string): string => `keys/${keyId}.pem`;
export const archiveMember = (mode: 'live' | 'test'): string => `archive/${mode}.tar`;

/** What an export contains: the last member before the signature. */
export type ExportManifest = {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: number;
  readonly id: string;
  readonly account: string;
  /** The business, as named in its settings. */
  readonly name: string;
  /** A live export contains both modes. A test export has no live record, and is not restored. */
  readonly mode: 'live' | 'test';
  /** Unix seconds. */
  readonly madeAt: number;
  readonly software: string;
  /** The last migration of the database. */
  readonly schema: number;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly files: number;
  readonly archives: readonly string[];
  readonly members: readonly AddedMember[];
};

/** Signs all bytes before it. */
export type ExportStatement = {
  readonly id: string;
  readonly account: string;
  readonly madeAt: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly keyId: string;
};
export type SignedExportStatement = ExportStatement & {
  /** Base64; Ed25519 over the SHA-256 of the canonical JSON of the other fields. */
  readonly signature: string;
};

export function signedExport(statement: Omit<ExportStatement, 'keyId'>, signer: Signer): SignedExportStatement {
  const unsigned = { ...statement, keyId: signer.keyId };
  return { ...unsigned, signature: signer.sign(digestOf(unsigned)).toString('base64') };
}

export const isExportSignedBy = ({ signature, ...unsigned }: SignedExportStatement, key: KeyObject): boolean =>
  verify(null, digestOf(unsigned), key, Buffer.from(signature, 'base64'));

const digestOf = (unsigned: ExportStatement): Buffer =>
  createHash('sha256')
    .update(`facturier account export ${canonicalJson(unsigned)}`)
    .digest();
