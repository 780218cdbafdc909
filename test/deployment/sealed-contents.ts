import pg from 'pg';

/**
 * What finalization sealed, to the byte: documents with their numbers, and the links of the chains.
 */
export async function sealedIn(superuser: pg.ClientConfig): Promise<{ documents: unknown[]; links: unknown[] }> {
  return connected(superuser, async (client) => {
    const documents = await client.query(
      `select account_id, id, kind, number, content, total_cents, encode(sealed_sha256, 'hex') as sealed
       from billing.document where number is not null order by account_id, number`,
    );
    const links = await client.query(
      `select account_id, test, seq, link, encode(hash, 'hex') as hash, encode(signature, 'hex') as signature
       from billing.chain_link order by account_id, test, seq`,
    );
    return { documents: documents.rows, links: links.rows };
  });
}

async function connected<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
