/** A row from PostgreSQL: bigint as number (all of ours fit), date as YYYY-MM-DD. */
export type Row = Record<string, any>;

/**
 * SQL with the name it is prepared under; without a name it is parsed each time. Names are derived
 * from the text, so two statements never share one.
 */
export type Statement = { readonly name?: string; readonly text: string };

/** PostgreSQL's answer to one statement. */
export type StatementResult = { readonly rows: Row[]; readonly command: string };
