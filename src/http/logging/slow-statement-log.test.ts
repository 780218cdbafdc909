import assert from 'node:assert/strict';
import { test } from 'vitest';
import { processLimits } from '../../limits/process-limits.ts';
import { slowStatementLog } from './slow-statement-log.ts';

const { linesPerMinuteMax } = processLimits.slowStatements;

test('slow statements are limited to a few lines a minute, and the next minute logs how many were omitted', () => {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  let noticed = 0;
  const log = slowStatementLog(
    { warn: ((line: Record<string, unknown>) => void lines.push(line)) as never },
    { slowMs: 5, noticed: () => void noticed++, now: () => now },
  );
  const slow = { statement: 's1 select 1', ms: 7.4, about: 'request-1' };
  for (let n = 0; n < linesPerMinuteMax + 5; n++) log.told(slow);
  assert.equal(lines.length, linesPerMinuteMax);
  assert.deepEqual(lines[0], { requestId: 'request-1', ms: 7, statement: 's1 select 1' });
  now = 60_000;
  log.told(slow);
  assert.deepEqual([lines.length, lines.at(-1)?.more], [linesPerMinuteMax + 1, 5]);
  assert.equal(noticed, linesPerMinuteMax + 6, 'each is counted');
});
