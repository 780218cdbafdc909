import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a WebAuthn device creates and returns; tests override single members. */
export type Otherwise = { origin?: string; site?: string; verified?: boolean; counter?: number; credential?: string };

/**
 * A device with one passkey (ES256), by default for `https://localhost:8443`. It signs whatever a
 * test gives it.
 */
export function device() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credential = id.toString('base64url');
  let userHandle = '';
  let counter = 0;
  const clientData = (type: string, challenge: string, { origin = 'https://localhost:8443' }: Otherwise) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = ({ site = 'localhost', verified = true, counter: said }: Otherwise, more: number) => {
    counter = said ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    // User present and verified; attested data follows.
    return Buffer.concat([sha256(site), Buffer.from([0x01 | (verified ? 0x04 : 0) | more]), count]);
  };
  return {
    make: (options: any, otherwise: Otherwise = {}) => {
      userHandle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: EC2, ES256, P-256, and the point.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = Buffer.concat([head(otherwise, 0x40), attested]);
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const object = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const clientDataJSON = clientData('webauthn.create', options.challenge, otherwise).toString('base64url');
      const response = { clientDataJSON, attestationObject: object.toString('base64url'), transports: ['internal'] };
      return { id: credential, rawId: credential, type: 'public-key', response };
    },
    show: (options: any, otherwise: Otherwise = {}) => {
      const client = clientData('webauthn.get', options.challenge, otherwise);
      const data = head(otherwise, 0);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      };
      const said = otherwise.credential ?? credential;
      return { id: said, rawId: said, type: 'public-key', response };
    },
    credential,
    belongsTo: (handle: string) => {
      userHandle = handle;
    },
  };
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const text = (said: string): Buffer => Buffer.concat([Buffer.from([0x60 + said.length]), Buffer.from(said)]);
