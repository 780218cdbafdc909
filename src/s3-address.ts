import { isIP } from 'node:net';

/** A store that speaks S3, and what is below a prefix of one of its buckets. */
export type ObjectStoreAddress = {
  /** `https://host:port`; `http` only where `tls=0` was written. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Without slashes around it; may be empty. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
};

const DEFAULT_REGION = 'us-east-1';
/** Names of buckets, as AWS has them and others too. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that are written in an address as they are. */
const PREFIX = /^([A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const ASKED = new Set(['region', 'tls']);

/** Reads `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0|1`; undefined where it is not that. */
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
  // As `fetch` writes it: without the port that goes without saying.
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

/** Whether this is the address or the name of a machine. */
export const isHost = (name: string): boolean => isIP(name) > 0 || HOST_NAME.test(name);

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
