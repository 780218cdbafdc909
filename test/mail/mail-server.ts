import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { sharedCertificate } from '../support/service/test-certificate.ts';

const certificate = await sharedCertificate('mail');
export const mailCa = certificate.cert;

export const USER = 'zoe@factures.example';
export const PASSWORD = 'le mot de passe: été@2026';

/** A received mail. */
export type Arrived = { from: string; to: string[]; raw: Buffer; secure: boolean; user: string | undefined };

/** Response of the server: undefined to accept, else SMTP code and text. */
export type Behaviour = {
  recipient?: (address: string) => [number, string] | undefined;
  sender?: (address: string) => [number, string] | undefined;
  data?: (arrived: Arrived) => [number, string] | undefined | 'hang';
};

/** A local mail server, with TLS and authentication by default. */
export async function mailServer(options: { clear?: boolean; starttls?: boolean } = {}) {
  const arrived: Arrived[] = [];
  let behaviour: Behaviour = {};
  let port = 0;
  let server: SMTPServer | undefined;
  const start = async (): Promise<void> => {
    const made = new SMTPServer({
      ...certificate,
      secure: !options.clear && !options.starttls,
      ...(options.clear && { disabledCommands: ['STARTTLS', 'AUTH'] }),
      authOptional: options.clear ?? false,
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, callback) => {
        if (username === USER && password === PASSWORD) callback(null, { user: username });
        else callback(Object.assign(new Error('Bad credentials'), { responseCode: 535 }));
      },
      onMailFrom: ({ address }, _session, callback) => callback(refusal(behaviour.sender?.(address))),
      onRcptTo: ({ address }, _session, callback) => callback(refusal(behaviour.recipient?.(address))),
      onData: (stream, session, callback) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        // A client killed while sending has sent nothing.
        stream.on('error', () => {});
        stream.on('end', () => {
          const { envelope, secure, user } = session;
          const to = envelope.rcptTo.map(({ address }) => address);
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const one = { from, to, raw: Buffer.concat(parts), secure, user: user as string | undefined };
          const said = behaviour.data?.(one);
          if (said === undefined || said === 'hang') arrived.push(one);
          if (said !== 'hang') callback(refusal(said), 'taken');
        });
      },
    });
    // A disconnecting client is no test failure.
    made.on('error', () => {});
    await new Promise<void>((resolve) => {
      made.listen(port, '127.0.0.1', () => resolve());
    });
    port = (made.server.address() as AddressInfo).port;
    server = made;
  };
  const stop = async (): Promise<void> => {
    const stopping = server;
    server = undefined;
    if (stopping) await new Promise<void>((resolve) => stopping.close(() => resolve()));
  };
  await start();
  const login = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@`;
  return {
    /** URL of the server, with credentials if required. */
    url: options.clear
      ? `smtp://127.0.0.1:${port}`
      : `${options.starttls ? 'smtp' : 'smtps'}://${login}127.0.0.1:${port}`,
    arrived,
    behave: (next: Behaviour) => {
      behaviour = next;
    },
    start,
    stop,
    /** Received mails, parsed by another library than the one that wrote them. */
    read: (): Promise<Email[]> => Promise.all(arrived.map(({ raw }) => PostalMime.parse(raw))),
  };
}

export type MailServer = Awaited<ReturnType<typeof mailServer>>;

const refusal = (said: [number, string] | undefined): Error | null =>
  said ? Object.assign(new Error(said[1]), { responseCode: said[0] }) : null;
