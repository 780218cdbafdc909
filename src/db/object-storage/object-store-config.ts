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
