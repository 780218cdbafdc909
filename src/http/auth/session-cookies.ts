import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_LIFE_SECONDS } from '../../domain/people/session.ts';
import { basePathOf } from '../request/base-path.ts';

const SESSION = 'facturier-session';
const DEVICE = 'facturier-device';
const POSITION = 'facturier-position';
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
export const sessionCookie = (request: FastifyRequest): string | undefined => cookieNamed(SESSION, request);

/** The cookie that marks a device from which the user has signed in before. */
export const deviceMark = (request: FastifyRequest): string | undefined => cookieNamed(DEVICE, request);

/** Sets the session cookie. Scripts cannot read it, and other sites cannot send it. */
export const setSessionCookie = (reply: FastifyReply, token: string): unknown =>
  setCookie(reply, `${SESSION}=${token}; Max-Age=${SESSION_LIFE_SECONDS}`);

export const clearSessionCookie = (reply: FastifyReply): unknown => setCookie(reply, `${SESSION}=; Max-Age=0`);

/** The replica position a browser has seen. */
export const positionCookie = (request: FastifyRequest): string | undefined => cookieNamed(POSITION, request);

export const setPositionCookie = (reply: FastifyReply, position: string): unknown =>
  setCookie(reply, `${POSITION}=${position}; Max-Age=${POSITION_LIFE_SECONDS}`);

export const setDeviceCookie = (reply: FastifyReply, mark: string): unknown =>
  setCookie(reply, `${DEVICE}=${mark}; Max-Age=${DEVICE_LIFE_SECONDS}`);

/**
 * `__Host-`: browsers accept it only over HTTPS and only for this host; no other host of the domain
 * can set it. It requires the path `/`. Under a path, other programs on the host must not receive
 * the cookie, so it gets that path and `__Secure-` instead.
 */
const prefixOf = (base: string): string => (base === '' ? '__Host-' : '__Secure-');

function setCookie(reply: FastifyReply, cookie: string): FastifyReply {
  const base = basePathOf(reply.server.publicUrl);
  const flags = `Path=${base || '/'}; Secure; HttpOnly; SameSite=Strict`;
  return reply.header('set-cookie', `${prefixOf(base)}${cookie}; ${flags}`);
}

/** The value of a cookie by exact name; the first one if there are several. */
function cookieNamed(name: string, { headers, server }: FastifyRequest): string | undefined {
  if (headers.cookie === undefined) return undefined;
  const full = `${prefixOf(basePathOf(server.publicUrl))}${name}`;
  for (const pair of headers.cookie.split(';')) {
    const [said, value] = pair.trim().split('=', 2);
    if (said === full && value) return value;
  }
  return undefined;
}
