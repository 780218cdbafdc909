import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '../../test/support/service-to-call.ts';
import { lanes } from '../domain/work/lane.ts';
import { planJob } from '../store/jobs.ts';
import { workLook } from './work-look.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service.close());

const looked = async (config: object) => workLook({ ...service, pool: service.world.pool, config } as never);

test('doctor says what is due and for how long; late is what has waited longer than its lane allows', async () => {
  const { world, clock } = service;
  assert.deepEqual([(await looked({})).well, (await looked({})).work], [true, []]);
  for (const lane of ['forget_answers', 'copy']) await planJob(world.pool, lane, { now: clock.now, latest: clock.now });
  clock.now += 60;
  const waiting = ['copy', 'forget_answers'].map((lane) => ({ lane, jobs: 1, oldestSeconds: 60 }));
  const soon = await looked({ backup: {} });
  assert.deepEqual([soon.well, soon.work], [true, waiting]);
  clock.now += lanes.copy.lateSeconds;
  const late = await looked({ backup: {} });
  assert.equal(late.well, false);
  assert.match(late.said, /copy 1 \(21660 s\), forget_answers 1 \(21660 s\): .*copy, forget_answers/);
  const unserved = await looked({});
  assert.doesNotMatch(unserved.said, /copy/, 'nobody makes copies here: none is late');
});
