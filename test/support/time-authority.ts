import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether `openssl` is there to be a time stamping authority. */
export const hasOpenssl = async (): Promise<boolean> =>
  run('openssl', ['version']).then(
    () => true,
    () => false,
  );

const settings = (folder: string, usage: string) => `[req]
distinguished_name=dn
prompt=no
[dn]
CN=Horodatage Essai
[tsa]
extendedKeyUsage=critical,${usage}
[tsa_config]
serial=${join(folder, 'serial')}
signer_digest=sha256
default_policy=1.2.3.4.1
digests=sha256
ess_cert_id_alg=sha256
`;

/** A time stamping authority by `openssl ts`, on loopback. `usage` other than timeStamping makes it none. */
export async function timeAuthority({ usage = 'timeStamping' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-tsa-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  await writeFile(at('ts.cnf'), settings(folder, 'timeStamping'));
  await writeFile(at('cert.cnf'), settings(folder, usage));
  await writeFile(at('serial'), '01\n');
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '3650'];
  await openssl('req', '-x509', ...made, '-config', 'cert.cnf', '-extensions', 'tsa');
  const state = { asked: 0, isDown: false };
  const server = createServer(async (request, response) => {
    state.asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (state.isDown) return void response.writeHead(503).end();
    const name = `${state.asked}`;
    await writeFile(at(`${name}.tsq`), Buffer.concat(chunks));
    const how = ['-signer', 'cert.pem', '-inkey', 'key.pem', '-config', 'ts.cnf', '-section', 'tsa_config'];
    try {
      await openssl('ts', '-reply', '-queryfile', `${name}.tsq`, ...how, '-out', `${name}.tsr`);
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await readFile(at(`${name}.tsr`)));
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    state,
    /** What `openssl ts -verify` says of a stamp. */
    vouches: (data: string, token: string): Promise<boolean> =>
      openssl('ts', '-verify', '-data', data, '-in', token, '-CAfile', 'cert.pem', '-untrusted', 'cert.pem').then(
        () => true,
        () => false,
      ),
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
