import type { FastifyReply } from 'fastify';
import { SESSION_LIFE_SECONDS } from '../../domain/people/session.ts';

/** `__Host-`: browsers take it over HTTPS alone, for this host alone, and let no other host of the same domain set it. */
const SESSION = '__Host-facturier-session';
const DEVICE = '__Host-facturier-device';
const POSITION = '__Host-facturier-position';
/** Seconds a browser keeps the position of its last write: any replica that is read from has passed it by then. */
const POSITION_LIFE_SECONDS = 60;
/** Seconds a browser keeps the mark of a sign-in: a year, as long as browsers keep any cookie. */
const DEVICE_LIFE_SECONDS = 365 * 86_400;

/** The token of the session a browser shows; undefined where it shows none. */
export const sessionCookie = (cookie: string | undefined): string | undefined => cookieNamed(SESSION, cookie);

/** The mark a browser keeps of a sign-in before. */
export const deviceMark = (cookie: string | undefined): string | undefined => cookieNamed(DEVICE, cookie);

/** Gives a browser the token of its session. No script reads it, and no page of another site sends it. */
export const setSessionCookie = (reply: FastifyReply, token: string): unknown =>
  reply.header('set-cookie', `${SESSION}=${token}; Max-Age=${SESSION_LIFE_SECONDS}; ${FLAGS}`);

export const clearSessionCookie = (reply: FastifyReply): unknown =>
  reply.header('set-cookie', `${SESSION}=; Max-Age=0; ${FLAGS}`);

/** Up to where a browser has seen what was written. */
export const positionCookie = (cookie: string | undefined): string | undefined => cookieNamed(POSITION, cookie);

export const setPositionCookie = (reply: FastifyReply, position: string): unknown =>
  reply.header('set-cookie', `${POSITION}=${position}; Max-Age=${POSITION_LIFE_SECONDS}; ${FLAGS}`);

export const setDeviceCookie = (reply: FastifyReply, mark: string): unknown =>
  reply.header('set-cookie', `${DEVICE}=${mark}; Max-Age=${DEVICE_LIFE_SECONDS}; ${FLAGS}`);

const FLAGS = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The value of a cookie by its exact name, the first where there are several. */
function cookieNamed(name: string, cookie: string | undefined): string | undefined {
  if (cookie === undefined) return undefined;
  for (const pair of cookie.split(';')) {
    const [said, value] = pair.trim().split('=', 2);
    if (said === name && value) return value;
  }
  return undefined;
}
