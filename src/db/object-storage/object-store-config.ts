/** Where a store that speaks S3 is, and who may use it. */
export type ObjectStoreConfig = {
  /** `https://host:port`, without a path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Before every name, without slashes around it; may be empty. */
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
};
