const LOST_SOCKET = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'];
/**
 * Connection exceptions, shutdowns, and transactions that were idle (25P03) or too long (25P04).
 */
const LOST_STATE = /^(08|57P0|25P0[34])/;
const LOST_MESSAGE =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether the connection is unusable after this error. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message?: string };
  return LOST_STATE.test(code) || LOST_SOCKET.includes(code) || LOST_MESSAGE.test(String(message));
}
