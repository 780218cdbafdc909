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
 * The extension (RFC 5280, 4.2.1.10) by which an authority binds itself to these host names and addresses: should its
 * key be stolen, it could still vouch for no other site to those who trust it.
 */
export function nameConstraints(names: readonly string[]): Extension {
  return new Extension(
    NAME_CONSTRAINTS,
    true,
    element(SEQUENCE, element(PERMITTED, Buffer.concat(names.map(permitted)))),
  );
}

/** True where an authority with this extension may vouch for all these names. */
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

/** An address is written with the mask of a network: all ones, itself alone. */
function address(name: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(name).toByteArray());
  return element(IP_ADDRESS, Buffer.concat([bytes, Buffer.alloc(isIPv4(name) ? 4 : 16, 0xff)]));
}

/** One element of DER: its tag, its length, its content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}
