import { createServer, type Server } from 'node:net';
import { StartupError } from '../../startup-error.ts';
import { START_COMMAND } from '../start-command.ts';

/** The port being opened, by the name of its setting. */
type PortSetting = 'PORT' | 'HTTP_PORT' | 'METRICS_PORT';

/**
 * Listens and returns the opened port (for port 0 the one the system chose). Refuses, naming the
 * setting, a port that is taken or reserved, and an address that is not this machine's (HOST).
 */
export function listen(server: Server, where: { port: number; host: string; setting: PortSetting }): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(portRefusal(error, where));
    server.once('error', fail);
    server.listen(where.port, where.host, () => {
      server.off('error', fail);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : where.port);
    });
  });
}

/** Converts an error of opening a port to a refusal; returns other errors unchanged. */
export function portRefusal(
  error: NodeJS.ErrnoException,
  where: { port: number; host: string; setting: PortSetting },
): Error {
  const { port, host, setting } = where;
  if (error.code === 'EADDRINUSE') {
    return new StartupError([{ setting, text: taken(port, setting) }], { exitCode: 1, cause: error });
  }
  if (error.code === 'EACCES') {
    return new StartupError([{ setting, text: reserved(port, setting) }], { exitCode: 1, cause: error });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    const named = setting === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST';
    return new StartupError([{ setting: named, text: notHere(host) }], { cause: error });
  }
  return error;
}

const examples = {
  PORT: { fr: `PORT=9443 ${START_COMMAND}`, en: `PORT=9443 ${START_COMMAND}` },
  HTTP_PORT: {
    fr: `HTTP_PORT=9080 ${START_COMMAND} (ou 0 : aucun)`,
    en: `HTTP_PORT=9080 ${START_COMMAND} (or 0: none)`,
  },
  METRICS_PORT: {
    fr: `METRICS_PORT=9465 ${START_COMMAND} (ou 0 : aucun)`,
    en: `METRICS_PORT=9465 ${START_COMMAND} (or 0: none)`,
  },
} satisfies Record<PortSetting, unknown>;
const another = (setting: PortSetting, fr: boolean): string => examples[setting][fr ? 'fr' : 'en'];

const taken = (port: number, setting: PortSetting) => ({
  fr: `le port ${port} est déjà pris par un autre programme (peut-être un autre Facturier). Arrêtez-le ou choisissez un autre port : ${another(setting, true)}`,
  en: `the port ${port} is already taken by another program (perhaps another Facturier). Stop it or choose another port: ${another(setting, false)}`,
});
const reserved = (port: number, setting: PortSetting) => ({
  fr: `cet utilisateur n’a pas le droit d’ouvrir le port ${port}. Choisissez un port au-dessus de 1023 : ${another(setting, true)}`,
  en: `this user may not open port ${port}. Choose a port above 1023: ${another(setting, false)}`,
});
const notHere = (host: string) => ({
  fr: `${host} n’est pas une adresse de cette machine. Écrivez 127.0.0.1 (cette machine seule) ou 0.0.0.0 (tout le réseau).`,
  en: `${host} is not an address of this machine. Write 127.0.0.1 (this machine only) or 0.0.0.0 (the whole network).`,
});

/** Ports opened before anything else, for servers started later. */
export type ReservedPorts = { readonly [port in PortSetting]?: Server };

/**
 * Opens the service's ports while the process is still root (ports below 1024), and before creating
 * a database, account or key for a service that could not listen. Connections are closed until the
 * servers take over. Port 0 is chosen later. A process that does not answer requests (`answers`
 * false) only opens its metrics port. Refuses as `listen` does.
 */
export async function reservePorts(
  {
    host,
    port,
    httpPort,
    metrics,
  }: { host: string; port: number; httpPort: number; metrics?: { port?: number; host: string } },
  { answers }: { answers: boolean },
): Promise<ReservedPorts> {
  const held: { [port in PortSetting]?: Server } = {};
  const wanted: readonly Wanted[] = [
    ...(answers
      ? ([
          ['PORT', port, host],
          ['HTTP_PORT', httpPort, host],
        ] as const)
      : []),
    ['METRICS_PORT', metrics?.port ?? 0, metrics?.host ?? host],
  ];
  for (const [setting, port, host] of wanted) {
    if (port === 0) continue;
    const holder = createServer((socket) => socket.destroy());
    try {
      await listen(holder, { port, host, setting });
    } catch (error) {
      letGo(held);
      throw error;
    }
    held[setting] = holder;
  }
  return held;
}

type Wanted = readonly [setting: PortSetting, port: number, host: string];

/** Closes ports that no server took over; the others close with their servers. */
export function letGo(held: ReservedPorts): void {
  for (const holder of Object.values(held)) holder.close();
}
