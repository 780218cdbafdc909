import { type Kind, kindRow, kinds } from '../../domain/billing/document/kind.ts';
import { TEST_MARK } from '../../domain/billing/numbering/series.ts';

/**
 * The number series of a document alias, as SQL generated from the rows of the kinds. A kind
 * without a row has no series.
 */
export const seriesInSql = (document: string): string => `case when ${document}.test then '${TEST_MARK}' else '' end
  || case ${document}.kind ${kinds.map((kind) => `when '${kind}' then '${kindRow(kind).series}'`).join(' ')} end`;

/** A list of kinds to compare with, as SQL: `d.kind in ${kindsInSql(billKinds)}`. */
export const kindsInSql = (some: readonly Kind[]): string => `(${some.map((kind) => `'${kind}'`).join(', ')})`;
