import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

/**
 * A request signed with Signature Version 4: `x-amz-content-sha256` is signed, and the store
 * checks it.
 */
export function signedRequest(
  config: ObjectStoreConfig,
  { method, url, bytes }: { method: string; url: string; bytes?: Buffer | undefined },
) {
  const sha256 = createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
  const { keyId: accessKeyId, secret: secretAccessKey, region } = config;
  const headers = { 'x-amz-content-sha256': sha256 };
  return new AwsV4Signer({ method, url, headers, accessKeyId, secretAccessKey, region, service: 's3' }).sign();
}

/** The address and credentials of an S3-compatible store. */
export type ObjectStoreConfig = {
  /** `https://host:port`, without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every name, without leading or trailing slash; may be empty. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
};
