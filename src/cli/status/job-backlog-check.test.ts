import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { MONDAY, type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { scheduleJob } from '../../db/job-queue.ts';
import { storeReferenceRates } from '../../db/reference-rates.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { exchangeRatesCheck } from './exchange-rates-check.ts';
import { jobBacklogCheck } from './job-backlog-check.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const looked = async (config: object) => jobBacklogCheck({ ...service, pool: service.services.pool, config } as never);

test('doctor reports due jobs and their delay; a job is late beyond the limit of its queue', async () => {
  const { services, clock } = service;
  assert.deepEqual([(await looked({})).well, (await looked({})).work], [true, []]);
  for (const lane of ['forget_answers', 'copy'])
    await scheduleJob(services.pool, lane, { now: clock.now, latest: clock.now });
  clock.now += 60;
  const waiting = ['copy', 'forget_answers'].map((lane) => ({ lane, jobs: 1, oldestSeconds: 60 }));
  const soon = await looked({ backup: {} });
  assert.deepEqual([soon.well, soon.work], [true, waiting]);
  clock.now += lanes.copy.lateSeconds;
  const late = await looked({ backup: {} });
  assert.equal(late.well, false);
  assert.match(late.said, /copy 1 \(21660 s\), forget_answers 1 \(21660 s\)\s?: .*copy, forget_answers/);
  const unserved = await looked({});
  assert.doesNotMatch(unserved.said, /copy/, 'nobody makes copies here: none is late');
});

test('doctor reports the source of rates and the last known day; rates older than 7 days are not healthy', async () => {
  const { services, clock } = service;
  clock.now = MONDAY;
  const rates = async (config: object) => exchangeRatesCheck({ services, pool: services.pool, config } as never);
  const ecb = { ratesUrl: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml' };
  assert.equal((await rates(ecb)).well, true, 'a new installation has none yet');
  await storeReferenceRates(services.pool, [{ day: '2026-02-27', currency: 'USD', rate: '1.0856' }], clock.now);
  const fresh = await rates(ecb);
  assert.deepEqual([fresh.well, fresh.lastDay, fresh.said], [true, '2026-02-27', 'www.ecb.europa.eu, 2026-02-27']);
  clock.now += 5 * 86_400;
  assert.equal((await rates(ecb)).well, false);
  assert.equal((await rates({})).well, true, 'whoever fetches none is not told of it');
});
