import * as z from 'zod';
import { isFinalVersion, type Release, type UpdateCheck, type UpdateFault } from '../../domain/account/release.ts';
import { lanes } from '../../domain/queue/queues.ts';
import type { Job } from '../../queue/job.ts';
import { scheduledTask } from '../../queue/scheduled-task.ts';
import type { AllowedNetworks } from '../../schemas/events/public-address.ts';
import { fetchText, ResponseTooLong, UnexpectedStatus } from '../http-client/fetch-text.ts';
import { lazyAgent } from '../http-client/lazy-agent.ts';
import { createHostResolver, type ResolveHost } from '../http-client/resolve-host.ts';

const DAY_SECONDS = 86_400;
/** Milliseconds the response may take, and its maximum bytes: a release has some 20 kB. */
const ANSWER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 262_144;
/** Maximum characters of a link. */
const LINK_MAX = 1_000;

/** What is read of a release, in the format of GitHub, Gitea and Forgejo. */
const ReleaseJson = z.object({
  tag_name: z.string().max(100),
  html_url: z.url({ protocol: /^https$/ }).max(LINK_MAX),
  published_at: z.iso.datetime({ offset: true }).nullish(),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
});

export type UpdateCheckOptions = {
  /** Address of the feed; undefined while checks are off. */
  readonly feed: () => Promise<string | undefined>;
  readonly record: (check: UpdateCheck) => Promise<void>;
  readonly allowedNetworks: AllowedNetworks;
  /** Milliseconds the response may take in total. */
  readonly answerMs?: number;
};

/**
 * Asks the release feed once a day for the latest release, in one process of the installation.
 * While checks are off, nothing is requested. The request carries no data of the installation. A
 * failure is recorded and tried again the next day.
 */
export function checkForUpdates(
  given: UpdateCheckOptions,
  { resolve, ca }: { resolve?: ResolveHost; ca?: string } = {},
): Job {
  const { allowedNetworks, answerMs = ANSWER_MS_MAX } = given;
  const names = resolve ?? createHostResolver({ ownNames: allowedNetworks.length > 0 });
  const { agent, close } = lazyAgent({ allowedNetworks, resolve: names, ca });
  const task = scheduledTask(lanes.updates, DAY_SECONDS, async ({ services, signal, log }) => {
    const feed = await given.feed();
    if (feed === undefined) return;
    const bounds = { answerMs, bytesMax: ANSWER_BYTES_MAX };
    try {
      const text = await fetchText(feed, { agent: await agent(), signal, ...bounds, accept: 'application/json' });
      await given.record({ at: services.now(), release: releaseIn(text) });
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ reason: (error as Error).message }, 'the release feed could not be read');
      const status = error instanceof UnexpectedStatus ? { status: error.status } : {};
      await given.record({ at: services.now(), fault: faultOf(error), ...status });
    }
  });
  return { ...task, close };
}

class Unreadable extends Error {}

/** The release in a response; null if it is a draft or a pre-release. */
function releaseIn(text: string): Release | null {
  const parsed = ReleaseJson.safeParse(jsonIn(text));
  if (!parsed.success) throw new Unreadable('the response is not a release');
  const { tag_name: tag, html_url: url, published_at: published, draft, prerelease } = parsed.data;
  const version = tag.replace(/^v/, '');
  if (draft || prerelease || /^\d+\.\d+\.\d+-/.test(version)) return null;
  if (!isFinalVersion(version)) throw new Unreadable('the tag is not a version');
  return { version, url, ...(published && { publishedAt: Math.floor(Date.parse(published) / 1_000) }) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function faultOf(error: unknown): UpdateFault {
  if (error instanceof UnexpectedStatus) return 'status';
  if (error instanceof ResponseTooLong) return 'too_long';
  if (error instanceof Unreadable) return 'unreadable';
  const { code = '', name = '', cause } = error as { code?: unknown; name?: string; cause?: unknown };
  const said = String(code);
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(said)) return 'timeout';
  if (said === 'ADDRESS_FORBIDDEN') return 'address_forbidden';
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(said)) return 'name_not_found';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(said)) return 'tls';
  return cause ? faultOf(cause) : 'connection';
}
