import { listPlatformConnections, type StoredConnection } from '../../db/einvoicing/platform-connections.ts';
import type { PlatformAddresses, PlatformFailure } from '../../domain/einvoicing/platform-connection.ts';
import type { Context } from '../context.ts';
import type { Answered, CallPlatform } from './call-platform.ts';
import { type DirectoryService, directoryService } from './directory-service.ts';
import { type FlowService, flowService } from './flow-service.ts';
import type { PlatformKeys } from './platform-token.ts';

type Environment = Pick<Context, 'callPlatform' | 'callTrialPlatform' | 'webhooks'>;

/** In a process that calls no external service. */
export const noWay: CallPlatform = async () => {
  throw new Error('this process calls no platform');
};

type Platform = PlatformAddresses & Pick<StoredConnection, 'accountId' | 'preset'>;

/** A platform with given credentials. The trial platform of the account is in this service. */
export const platformWithKeys = (platform: Platform, keys: PlatformKeys, environment: Environment): FlowService =>
  flowService(platform, keys, callOf(platform, environment));

/** How requests reach a platform. */
export function callOf(
  { preset, accountId }: Pick<Platform, 'preset' | 'accountId'>,
  { callPlatform, callTrialPlatform }: Environment,
): CallPlatform {
  return (preset === 'trial' ? callTrialPlatform?.(accountId) : callPlatform) ?? noWay;
}

/** The platform of a connection with its stored credentials. */
export const platformOf = (connection: StoredConnection, environment: Environment): FlowService =>
  platformWithKeys(connection, storedKeys(connection, environment), environment);

/** The Directory Service of a connection; undefined if its platform has none. */
export const directoryOf = (connection: StoredConnection, environment: Environment): DirectoryService | undefined =>
  connection.directoryUrl === undefined
    ? undefined
    : directoryService(
        connection,
        connection.directoryUrl,
        storedKeys(connection, environment),
        environment.callPlatform ?? noWay,
      );

/** The credentials of a connection. */
export const storedKeys = ({ lockedKeys, id }: StoredConnection, { webhooks }: Environment): PlatformKeys =>
  JSON.parse(webhooks.secrets.open(lockedKeys, id)) as PlatformKeys;

/** Encrypts credentials for the ID of a connection. */
export const lockPlatformKeys = (keys: PlatformKeys, id: string, { webhooks }: Environment): string =>
  webhooks.secrets.lock(JSON.stringify(keys), id);

/** The connection by which documents of a mode are sent; undefined if there is none. */
export const sendingConnection = async (
  { tx }: Pick<Context, 'tx'>,
  test: boolean,
): Promise<StoredConnection | undefined> => (await listPlatformConnections(tx, test)).find(({ sends }) => sends);

/** What a failed call says about the connection. `now` is Unix seconds. */
export function failureOf(answered: Exclude<Answered<unknown>, { ok: unknown }>, now: number): PlatformFailure {
  if ('keysRefused' in answered) return { reason: 'keys_refused', said: answered.keysRefused, at: now };
  if ('refused' in answered)
    return {
      reason: 'refused',
      said: `${answered.refused.status} ${answered.refused.code} ${answered.refused.said}`,
      at: now,
    };
  const reason = answered.retryAfterSeconds === undefined ? 'unreachable' : 'busy';
  return { reason, said: answered.away, at: now };
}
