import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:https';
import { afterAll, beforeAll, test } from 'vitest';
import { lived } from '../../../test/jobs/recurring-simulation.ts';
import { booksOf } from '../../../test/support/documents/example-books.ts';
import { serviceOverHttps } from '../../../test/support/service/service-over-https.ts';
import { makeArchive } from '../../jobs/account/make-archive.ts';

const PART_BYTES = 16 * 1_024;
const DAY = { from: '2026-03-02', to: '2026-03-02' };

let service: Awaited<ReturnType<typeof serviceOverHttps>>;
let archiveId: string;
beforeAll(async () => {
  service = await serviceOverHttps();
  const books = booksOf(service);
  await books.finalized(books.invoice(await books.contact()));
  const { json } = await service.call('create-archive', { body: DAY });
  archiveId = json.id;
  await lived(service, [makeArchive('1.0.0', { partBytes: PART_BYTES, bytesMax: 1_024 ** 2 })]).worked();
});
afterAll(() => service.close());

function download(query = '', method = 'GET', headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Record<string, unknown>;
    bytes: Buffer;
  }>();
  const asked = request(
    `https://localhost:${service.port()}/v2/archives/${archiveId}/file${query}`,
    { method, headers: { authorization: `Bearer ${service.keys.live}`, ...headers }, rejectUnauthorized: false },
    async (response) => {
      response.on('error', reject);
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) });
    },
  );
  asked.on('error', reject).end();
  return promise;
}

test('a large archive is downloaded part by part, with its name and length; `after` continues where it was cut', async () => {
  const { sha256, size } = (await service.call('get-archive', { path: { archiveId } })).json;
  assert.ok(size > 3 * PART_BYTES, `${size} bytes`);
  const whole = await download();
  assert.equal(whole.status, 200);
  assert.equal(whole.headers['content-length'], String(size));
  assert.equal(whole.headers['content-type'], 'application/x-tar');
  assert.match(
    String(whole.headers['content-disposition']),
    /^attachment; filename="archive-2026-03-02-2026-03-02.tar"/,
  );
  assert.equal(createHash('sha256').update(whole.bytes).digest('hex'), sha256);

  const rest = await download('?after=2');
  assert.ok(rest.bytes.equals(whole.bytes.subarray(2 * PART_BYTES)));
  const again = await download('', 'GET', { 'if-none-match': String(whole.headers.etag) });
  assert.deepEqual([again.status, again.bytes.length], [304, 0]);
});
