/**
 * How the connection to a mail server is encrypted: from the start (`tls`), after a command
 * (`starttls`), or not at all, which only servers in the operator's own network may be.
 */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
type MailSecurity = (typeof mailSecurities)[number];

/** A mail server and the sender address of all mail. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Absent if the server asks for no login. */
  readonly user?: string | undefined;
  readonly from: string;
};

/** The usual ports of submission (RFC 8314) and of relays in one's own network. */
const USUAL_PORTS: Readonly<Record<MailSecurity, number>> = { tls: 465, starttls: 587, none: 25 };

/** The address of a server as in SMTP_URL; what is special in a URL is escaped. */
export function smtpUrlOf({ host, port, security, user }: MailServer, password: string | undefined): string {
  const name = host.includes(':') ? `[${host}]` : host;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  const login = user === undefined ? '' : `${encodeURIComponent(user)}${secret}@`;
  const scheme = security === 'tls' ? 'smtps' : 'smtp';
  return `${scheme}://${login}${name}:${port}${security === 'none' ? '?ignoreTLS=true' : ''}`;
}

/** The server that a valid SMTP_URL names. */
export function serverOfSmtpUrl(smtpUrl: string, from: string): MailServer & { readonly hasPassword: boolean } {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl);
  const isPlain = searchParams.get('ignoreTLS') === 'true';
  const security = protocol === 'smtps:' ? 'tls' : isPlain ? 'none' : 'starttls';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port ? Number(port) : USUAL_PORTS[security],
    ...{ security, from, hasPassword: password !== '' },
    ...(username !== '' && { user: decoded(username) }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether a stored password may be used with the changed server. It is never sent to another
 * server, another user's login or over a less secure connection: an intruder could collect it
 * there.
 */
export const mayKeepPassword = (before: MailServer | undefined, next: MailServer): boolean =>
  before !== undefined &&
  (['host', 'port', 'security', 'user'] as const).every((member) => before[member] === next[member]);
