import type { FastifyReply } from 'fastify';
import { SESSION_LIFE_SECONDS } from '../../domain/people/session.ts';

/**
 * `__Host-`: browsers accept it only over HTTPS and only for this host; no other host of the domain
 * can set it.
 */
const SESSION = '__Host-facturier-session';
const DEVICE = '__Host-facturier-device';
const POSITION = '__Host-facturier-position';
/**
 * Seconds for which a browser keeps the position of its last write. Every replica in use has passed
 * it by then.
 */
const POSITION_LIFE_SECONDS = 60;
/**
 * Seconds for which a browser keeps the known-device cookie: a year, the longest most browsers
 * allow.
 */
const DEVICE_LIFE_SECONDS = 365 * 86_400;

/** The session token of a request; undefined if there is none. */
export const sessionCookie = (cookie: string | undefined): string | undefined => cookieNamed(SESSION, cookie);

/** The cookie that marks a device from which the user has signed in before. */
export const deviceMark = (cookie: string | undefined): string | undefined => cookieNamed(DEVICE, cookie);

/** Sets the session cookie. Scripts cannot read it, and other sites cannot send it. */
export const setSessionCookie = (reply: FastifyReply, token: string): unknown =>
  reply.header('set-cookie', `${SESSION}=${token}; Max-Age=${SESSION_LIFE_SECONDS}; ${FLAGS}`);

export const clearSessionCookie = (reply: FastifyReply): unknown =>
  reply.header('set-cookie', `${SESSION}=; Max-Age=0; ${FLAGS}`);

/** The replica position a browser has seen. */
export const positionCookie = (cookie: string | undefined): string | undefined => cookieNamed(POSITION, cookie);

export const setPositionCookie = (reply: FastifyReply, position: string): unknown =>
  reply.header('set-cookie', `${POSITION}=${position}; Max-Age=${POSITION_LIFE_SECONDS}; ${FLAGS}`);

export const setDeviceCookie = (reply: FastifyReply, mark: string): unknown =>
  reply.header('set-cookie', `${DEVICE}=${mark}; Max-Age=${DEVICE_LIFE_SECONDS}; ${FLAGS}`);

const FLAGS = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The value of a cookie by exact name; the first one if there are several. */
function cookieNamed(name: string, cookie: string | undefined): string | undefined {
  if (cookie === undefined) return undefined;
  for (const pair of cookie.split(';')) {
    const [said, value] = pair.trim().split('=', 2);
    if (said === name && value) return value;
  }
  return undefined;
}
