import type { Surroundings } from '../operations/surroundings.ts';
import { deliverEvent } from './deliver-event.ts';
import type { Job } from './job.ts';

/** Everything the service does by itself, as far as it was told how. */
export async function jobsOf(
  surroundings: Surroundings,
  given: { mail: { smtpUrl: string; from: string } | undefined },
): Promise<Job[]> {
  return [deliverEvent(surroundings), ...(given.mail ? [await mailing(given.mail)] : [])];
}

/** Loaded only where mail leaves: what speaks SMTP takes 16 MB. */
async function mailing({ smtpUrl, from }: { smtpUrl: string; from: string }): Promise<Job> {
  const [{ sendMail }, { smtpPost }] = await Promise.all([import('./send-mail.ts'), import('./smtp-post.ts')]);
  return sendMail({ post: smtpPost(smtpUrl, { from }) });
}
