import { queueBacklog } from '../../db/job-queue.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { START_COMMAND } from '../../runtime/start-command.ts';
import type { CommandContext } from '../command-context.ts';
import { inWords, labeled } from '../terminal/output.ts';

/** Overdue jobs of a queue, and the age in seconds of the oldest. */
type Waiting = { lane: string; jobs: number; oldestSeconds: number };

/** Background jobs that are due, and for how long. Late jobs need an operator's attention. */
export async function jobBacklogCheck({ config, pool, services }: CommandContext) {
  const now = services.now();
  const due = await queueBacklog(pool, now);
  const waiting = due.map(
    ({ lane, jobs, oldestDueAt }): Waiting => ({ lane, jobs, oldestSeconds: Math.max(0, now - oldestDueAt) }),
  );
  const served = waiting.filter(({ lane }) => !isQueueDisabled(lane, config));
  const late = served.filter(({ lane, oldestSeconds }) => oldestSeconds > lateAfter(lane));
  const said = served.map(({ lane, jobs, oldestSeconds }) => `${lane} ${jobs} (${oldestSeconds} s)`).join(', ');
  return {
    name: inWords({ fr: 'Travaux dus', en: 'Due jobs' }),
    well: late.length === 0,
    said: late.length > 0 ? labeled(said, inWords(lateWords(late.map(({ lane }) => lane)))) : said || inWords(nothing),
    work: waiting,
  };
}

/** Jobs scheduled under earlier settings are no longer run. */
export const isQueueDisabled = (lane: string, { mail, tsaUrl, ratesUrl, backup }: CommandContext['config']): boolean =>
  (lane === 'mail_heads' && !mail) ||
  (lane === 'stamp_heads' && !tsaUrl) ||
  (lane === 'reference_rates' && !ratesUrl) ||
  (lane === 'copy' && !backup);

const lateAfter = (lane: string): number =>
  Object.values(lanes).find(({ name }) => name === lane)?.lateSeconds ?? Number.POSITIVE_INFINITY;

const nothing = { fr: 'rien', en: 'nothing' };

const lateWords = (late: readonly string[]) => ({
  fr: `en retard : ${late.join(', ')}. Vérifiez que le service tourne (${START_COMMAND}, ou serve --role worker) ; son journal dit ce qui échoue.`,
  en: `late: ${late.join(', ')}. Check that the service runs (${START_COMMAND}, or serve --role worker); its log says what fails.`,
});
