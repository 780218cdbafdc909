import type { Logger } from 'pino';
import { afterSending } from '../domain/mail/after-sending.ts';
import type { World } from '../operations/perform.ts';
import { NOBODY } from '../store/deliveries.ts';
import { bytesOf, FileAltered } from '../store/files.ts';
import {
  claimMails,
  type DueMail,
  FIRST_ACCOUNT,
  type MailToSend,
  mailToSend,
  settleMail,
} from '../store/mail-queue.ts';
import { inTransaction } from '../store/transaction.ts';
import { type Posted, SENDING_MS_MAX, type SmtpPost } from './smtp-post.ts';
import { takeTurns } from './take-turns.ts';
import { tellUndelivered } from './tell-undelivered.ts';

/** Mails on their way at once, each with a connection of its own, and of one account taken in one turn. */
const AT_ONCE_MAX = 8;
const SHARE_MAX = 4;
/** Seconds a mail is held by whoever sends it: longer than sending and settling it takes. */
const LEASE_SECONDS = 300;
/** Milliseconds between two looks for what is due. */
const POLL_MS = 1_000;
/** Milliseconds mails under way may go on once the process is asked to end. */
const ENDING_MS = 5_000;

export type SendingGiven = {
  post: SmtpPost;
  pollMs?: number;
  sendingMs?: number;
  leaseSeconds?: number;
  /** From 0 to 1; spreads the waits. */
  chance?: () => number;
};

/**
 * Sends the mails that wait, of every account in turn, until stopped. A process that is killed loses none: what it held
 * becomes due again when its lease ends. One killed after the server took a mail and before that was written sends it once
 * more, under the same Message-ID.
 */
export function sendMails(world: World, log: Logger, given: SendingGiven): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  let past = FIRST_ACCOUNT;
  let stopped = false;

  const attempt = async (due: DueMail): Promise<void> => {
    try {
      await send(world, due, { ...given, log, ending: ending.signal });
    } catch (error) {
      log.error(
        { err: error, mail: due.id },
        'a mail could not be read or settled; it is tried again when its lease ends',
      );
    }
  };
  const turn = async (): Promise<boolean> => {
    const room = AT_ONCE_MAX - underWay.size;
    if (stopped || room <= 0) return false;
    const leaseSeconds = given.leaseSeconds ?? LEASE_SECONDS;
    const claim = { now: world.now(), leaseSeconds, room, share: SHARE_MAX, past };
    const dues = await inTransaction(world.pool, NOBODY, async (tx) => ({
      commit: true,
      answer: await claimMails(tx, claim),
    }));
    const began = past;
    past =
      dues.length < room
        ? FIRST_ACCOUNT
        : (dues
            .map(({ accountId }) => accountId)
            .toSorted()
            .at(-1) ?? FIRST_ACCOUNT);
    for (const due of dues) {
      const sending = attempt(due).finally(() => {
        underWay.delete(sending);
        turns.wake();
      });
      underWay.add(sending);
    }
    return dues.length > 0 || began !== FIRST_ACCOUNT;
  };
  const onTrouble = (error: unknown): void => log.error({ err: error }, 'mails could not be claimed');
  const turns = takeTurns(turn, { pollMs: given.pollMs ?? POLL_MS, onTrouble });
  return {
    stop: async () => {
      stopped = true;
      await turns.stop();
      const timer = setTimeout(() => ending.abort(new Error('the process is ending')), ENDING_MS);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
  };
}

type Sending = SendingGiven & { log: Logger; ending: AbortSignal };

/** One attempt, between two transactions of the mail's account: none is open while the server is waited for. */
async function send(world: World, due: DueMail, given: Sending): Promise<void> {
  const mail = await inTransaction(world.pool, due, async (tx) => ({
    commit: true,
    answer: await mailToSend(tx, due.id),
  }));
  if (!mail) return;
  const at = world.now();
  const files = await filesOf(world, due, mail).catch((error: unknown) => alteredAmong(error, world, due));
  const signal = AbortSignal.any([given.ending, AbortSignal.timeout(given.sendingMs ?? SENDING_MS_MAX)]);
  const posted =
    'altered' in files ? unsendable(mail, files.altered) : await given.post({ id: due.id, ...mail, files }, signal);
  // Nobody knows what became of it: it is left as it was, and tried again.
  if (given.ending.aborted && posted.accepted.length === 0) return;
  await settle(world, due, { mail, posted, at, log: given.log, chance: (given.chance ?? Math.random)() });
}

/** Where the object store does not answer that is no attempt: the mail is tried again when its lease ends. */
const filesOf = ({ surroundings: { objects } }: World, { accountId }: DueMail, { files }: MailToSend) =>
  Promise.all(files.map(async (file) => ({ ...file, bytes: await bytesOf({ objects, accountId }, file) })));

/** What somebody changed goes to no customer, and waiting does not mend it. */
function alteredAmong(
  error: unknown,
  { surroundings }: World,
  { accountId: account }: DueMail,
): { altered: FileAltered } {
  if (!(error instanceof FileAltered)) throw error;
  surroundings.securityLog?.({ event: 'file_altered', account, actor: 'worker', sha256: error.sha256 });
  return { altered: error };
}

const unsendable = ({ content }: MailToSend, { message }: FileAltered): Posted => ({
  accepted: [],
  refused: content.recipients.map(({ address }) => address),
  latencyMs: 0,
  fault: 'file_altered',
  answer: message,
});

type Result = { mail: MailToSend; posted: Posted; at: number; log: Logger; chance: number };

async function settle(world: World, due: DueMail, { mail, posted, at, log, chance }: Result): Promise<void> {
  const { recipients, ...outcome } = afterSending(mail.content.recipients, posted, {
    before: mail.attempts,
    now: world.now(),
    chance,
  });
  const content = { ...mail.content, recipients };
  const { latencyMs, status, fault, answer } = posted;
  await inTransaction(world.pool, due, async (tx) => {
    settleMail(tx, { ...{ id: due.id, test: due.test, content, at, latencyMs, status, fault, answer }, ...outcome });
    if (outcome.state !== 'waiting')
      await tellUndelivered(world, tx, { mail: { ...mail, content }, answer, id: due.id }, log);
    return { commit: true, answer: undefined };
  });
  if (outcome.state === 'waiting') log.info({ mail: due.id, fault, status }, 'a mail is tried again later');
}
