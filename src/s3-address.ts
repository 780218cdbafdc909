import { isIP } from 'node:net';

/** An S3-compatible store, limited to a prefix of a bucket. */
export type ObjectStoreAddress = {
  /** `https://host:port`; `http` only with `tls=0`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Without surrounding slashes; may be empty. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
};

const DEFAULT_REGION = 'us-east-1';
/** Bucket names of AWS and compatible stores. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that need no escaping in a URL. */
const PREFIX = /^([A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const ASKED = new Set(['region', 'tls']);

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0|1`; undefined if it has
 * another form.
 */
export function parseObjectStoreUrl(text: string): ObjectStoreAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || url.hash || [...url.searchParams.keys()].some((name) => !ASKED.has(name)))
    return undefined;
  const [bucket = '', ...folders] = url.pathname.replace(/^\/|\/+$/g, '').split('/');
  const prefix = folders.join('/');
  const region = url.searchParams.get('region') ?? DEFAULT_REGION;
  const tls = url.searchParams.get('tls') ?? '1';
  const keyId = decoded(url.username);
  const secret = decoded(url.password);
  const host = isHost(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (!keyId || !secret || !host || !['0', '1'].includes(tls)) return undefined;
  if (!BUCKET.test(bucket) || !PREFIX.test(prefix) || !REGION.test(region)) return undefined;
  // As `fetch` normalizes it: without the default port.
  const endpoint = new URL(`${tls === '1' ? 'https' : 'http'}://${url.host}`).origin;
  return { endpoint, region, bucket, prefix, keyId, secret };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether this is an IP address or a host name. */
export const isHost = (name: string): boolean => isIP(name) > 0 || HOST_NAME.test(name);

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
