import pg from 'pg';
import { type Bound, bindMessages } from './bind-messages.ts';

/** A row as PostgreSQL gives it: bigint as number (all ours fit), date as YYYY-MM-DD. */
export type Row = Record<string, any>;

/**
 * SQL with the name it is prepared under; without one it is parsed each time. Names are unique by their text, so two
 * statements never share one. `early`: somebody waits for its answer, and not for those of what is sent with it.
 */
export type Statement = { readonly name?: string; readonly text: string; readonly early?: true };

/** What came of a statement. */
export type Result = { readonly rows: Row[]; readonly command: string };
export type Told = (error: unknown, result: Result | undefined) => void;
/** A statement on its way; where nobody is told, its rows are of no interest. */
type Sent = { readonly statement: Statement; readonly values?: readonly unknown[] | undefined; readonly told: Told };

/** How rows of a statement that a connection has prepared are read: what PostgreSQL described of them the first time. */
type Columns = { readonly names: readonly string[]; readonly read: readonly ((text: string) => unknown)[]; empty: Row };
const prepared = new WeakMap<object, Map<string, Columns>>();

/** Lets a connection remember what it has prepared. One that does not is sent each statement by itself. */
export const rememberPrepared = (client: pg.PoolClient): void => void prepared.set(client, new Map());

/**
 * Sends statements to a connection, in their order. Those sent until the work waits travel together, once all else that is ready has
 * had its turn: PostgreSQL, woken by what it is sent, takes the processor from whoever sent it. What was prepared
 * before is bound and executed alone: PostgreSQL describes no rows anew and answers all of them at once. After one that
 * fails it does none of the others of its batch, which fail by the same.
 */
export function openSending(client: pg.PoolClient): (sent: Sent) => void {
  const { connection } = client as unknown as { connection: pg.Connection };
  const known = prepared.get(client);
  let waiting: Sent[] = [];
  const flush = (): void => {
    const sending = waiting;
    waiting = [];
    // One call of the system for all of it.
    connection.stream.cork();
    for (let from = 0; from < sending.length; ) {
      let to = from;
      while (to < sending.length && columnsOf(known, sending[to] as Sent)) to += 1;
      if (to > from) ask(client, new Batch(sending.slice(from, to), known as Map<string, Columns>));
      else askAlone(client, sending[to++] as Sent, known);
      from = to;
    }
    connection.stream.uncork();
  };
  return (sent) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(sent);
  };
}

const columnsOf = (known: Map<string, Columns> | undefined, { statement }: Sent): Columns | undefined =>
  statement.name === undefined ? undefined : known?.get(statement.name);

/** The driver's own way: parsed where it has to be, and described. */
function askAlone(
  client: pg.PoolClient,
  { statement, values, told }: Sent,
  known: Map<string, Columns> | undefined,
): void {
  const { name, text } = statement;
  // Given as a query of its own, the driver copies no configuration, which costs it more than sending does.
  const query = new pg.Query(text, values as unknown[]);
  if (name !== undefined) Object.assign(query, { name });
  ask(client, query, (error, result) => {
    if (!error && name !== undefined) known?.set(name, columnsFrom(result?.fields ?? []));
    told(error, result);
  });
}

type Answered = (error: Error | null, result: pg.QueryResult | undefined) => void;
const ask = (client: pg.PoolClient, query: pg.Query, answered: Answered = () => {}): void =>
  (client.query as unknown as (query: pg.Query, answered: Answered) => void)(query, answered);

function columnsFrom(fields: readonly pg.FieldDef[]): Columns {
  const names = fields.map(({ name }) => name);
  const read = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown);
  return { names, read, empty: Object.fromEntries(names.map((name) => [name, null])) };
}

/** Prepared statements as one query of the driver, which asks it to send itself and tells it what is answered. */
class Batch extends pg.Query {
  readonly #sent: readonly Sent[];
  readonly #known: ReadonlyMap<string, Columns>;
  /** How many of them are over; the rows of the next, and why one of these could not be read. */
  #over = 0;
  #rows: Row[] = [];
  #unread: unknown;
  /** Set by the driver, which waits so long for it. */
  declare callback: (error: unknown) => void;

  constructor(sent: readonly Sent[], known: ReadonlyMap<string, Columns>) {
    super('');
    this.#sent = sent;
    this.#known = known;
  }

  /** What it is made of, for who names statements that take long. */
  get statements(): readonly Statement[] {
    return this.#sent.map(({ statement }) => statement);
  }

  override submit = (connection: pg.Connection): unknown => {
    try {
      connection.stream.write(bindMessages(this.#sent.map(bound)));
    } catch (error) {
      return error;
    }
    return undefined;
  };

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { statement } = this.#sent[this.#over] as Sent;
    const { names, read, empty } = this.#known.get(statement.name as string) as Columns;
    const row = { ...empty };
    try {
      for (let at = 0; at < fields.length; at++) {
        const text = fields[at] as string | null;
        if (text !== null) row[names[at] as string] = read[at]?.(text);
      }
    } catch (error) {
      this.#unread ??= error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const sent = this.#sent[this.#over++];
    const [rows, unread] = [this.#rows, this.#unread];
    this.#rows = [];
    this.#unread = undefined;
    if (unread) sent?.told(unread, undefined);
    else sent?.told(undefined, { rows, command: text });
  }

  handleError(error: unknown): void {
    const left = this.#sent.slice(this.#over);
    this.#over = this.#sent.length;
    for (const { told } of left) told(error, undefined);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(undefined);
  }
}

const bound = ({ statement: { name, early }, values = [] }: Sent): Bound => ({
  name: name as string,
  values,
  early: early === true,
});
