import type { Logger } from 'pino';
import type { SecurityEvent, SecurityLog, SecurityNote } from '../../services/security-event.ts';
import { currentRequest } from '../request/current-request.ts';

/**
 * Maximum lines per minute for events that unauthenticated clients can cause, and for all others.
 * The rest is counted.
 */
export const UNAUTHENTICATED_LINES_PER_MINUTE_MAX = 30;
export const LINES_PER_MINUTE_MAX = 600;
const MINUTE_MS = 60_000;

const BY_STRANGERS: ReadonlySet<SecurityEvent> = new Set([
  'login_failed',
  'logins_slowed',
  'scope_refused',
  'connections_refused',
  'sign_in_failed',
  'sign_ins_slowed',
]);
/** Events that need attention the same day. */
const ALARMS: ReadonlySet<SecurityEvent> = new Set(['file_altered']);
/** Logged once per request, however many parts the response has. */
const ONCE_A_REQUEST: ReadonlySet<SecurityEvent> = new Set(['export_made']);

/**
 * The security log: one JSON line per security event with actor, address and request id. Refusals
 * are warnings, so that they appear at every usual level. Floods are counted: `more` says how many
 * lines of an event were dropped in the past minute. docs/security/security-log.md explains the
 * events.
 */
export function securityLog(log: Logger, now: () => number = () => performance.now()): SecurityLog {
  const windows = new Map<SecurityEvent, { since: number; lines: number; more: number }>();
  const summarize = (event: SecurityEvent): void => {
    const window = windows.get(event);
    windows.delete(event);
    if (window && window.more > 0) write({ event, more: window.more });
  };
  const write = (line: { event: SecurityEvent } & Record<string, unknown>): void => {
    const scrubbed = Object.fromEntries(Object.entries(line).flatMap(([name, value]) => written(name, value)));
    log[ALARMS.has(line.event) ? 'error' : BY_STRANGERS.has(line.event) ? 'warn' : 'info'](scrubbed, 'security');
  };
  return (note) => {
    const request = currentRequest();
    if (request && ONCE_A_REQUEST.has(note.event)) {
      if (request.noted.has(note.event)) return;
      request.noted.add(note.event);
    }
    const at = now();
    if (at - (windows.get(note.event)?.since ?? at) >= MINUTE_MS) summarize(note.event);
    const window = windows.get(note.event) ?? { since: at, lines: 0, more: 0 };
    windows.set(note.event, window);
    if (window.lines >= (BY_STRANGERS.has(note.event) ? UNAUTHENTICATED_LINES_PER_MINUTE_MAX : LINES_PER_MINUTE_MAX)) {
      // Report the count even if the event does not occur again.
      if (window.more++ === 0) setTimeout(() => summarize(note.event), MINUTE_MS - (at - window.since)).unref();
      return;
    }
    window.lines += 1;
    const { event, ...about } = note;
    write({ event, requestId: request?.requestId, address: request?.address(), ...about });
  };
}

/**
 * Drops empty values and redacts anything that looks like one of our keys, even in a request id.
 */
const written = (name: string, value: unknown): [string, unknown][] =>
  value === undefined ? [] : [[name, typeof value === 'string' ? withoutKeys(value) : value]];

/** Redacts our secrets in a text, complete or truncated. */
const withoutKeys = (text: string): string =>
  text.replace(/(fk_(?:live|test)_|whsec_)[0-9A-Za-z+/=]+|(\bf[sir]_)[\w-]{8,}/g, '$1$2***');

/** A security log that discards everything. */
export const noSecurityLog: SecurityLog = (_note: SecurityNote) => {};
