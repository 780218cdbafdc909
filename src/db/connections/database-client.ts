import { Socket } from 'node:net';
import pg from 'pg';

/** A connection to PostgreSQL that can be ended at once, even if the network is silent. */
export class DatabaseClient extends pg.Client {
  readonly #socket: Socket;
  /** The process ID of its server process, once PostgreSQL has answered. */
  backendPid: number | undefined;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    // The pool hides the password from copies of its options.
    super({ ...config, ...(config && 'password' in config && { password: config.password }), stream: () => socket });
    this.#socket = socket;
  }

  /** Sets whether the connection keeps its process alive, as it does at first. */
  keepsProcess(isKept: boolean): void {
    if (isKept) this.#socket.ref();
    else this.#socket.unref();
  }

  /** Ends the connection. Pending statements fail as on a lost connection. */
  cut(): void {
    this.#socket.destroy();
  }
}
