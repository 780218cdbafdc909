import 'reflect-metadata';
import { isIPv4 } from 'node:net';
import { Extension } from '@peculiar/x509';
import ipaddr from 'ipaddr.js';

/** Object identifier of the extension. */
export const NAME_CONSTRAINTS = '2.5.29.30';
const SEQUENCE = 0x30;
const PERMITTED = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/**
 * The name constraints extension (RFC 5280, 4.2.1.10): limits the authority to these names, so that
 * a stolen key cannot be used to impersonate other sites.
 */
export function nameConstraints(names: readonly string[]): Extension {
  return new Extension(
    NAME_CONSTRAINTS,
    true,
    element(SEQUENCE, element(PERMITTED, Buffer.concat(names.map(permitted)))),
  );
}

/** Whether an authority with this extension may issue certificates for all these names. */
export function allows(bounds: Extension, names: readonly string[]): boolean {
  return names.every((name) => Buffer.from(bounds.value).includes(permitted(name)));
}

function permitted(name: string): Buffer {
  return element(SEQUENCE, isAddress(name) ? address(name) : host(name));
}

function isAddress(name: string): boolean {
  return ipaddr.isValid(name);
}

function host(name: string): Buffer {
  return element(DNS_NAME, Buffer.from(name, 'ascii'));
}

/** An IP address is written with a network mask; all ones means this address only. */
function address(name: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(name).toByteArray());
  return element(IP_ADDRESS, Buffer.concat([bytes, Buffer.alloc(isIPv4(name) ? 4 : 16, 0xff)]));
}

/** One DER element: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}
