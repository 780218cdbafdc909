import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The types of the app in integrations/zapier.

export type Input = {
  key: string;
  required?: boolean;
  list?: boolean;
  dynamic?: string;
  choices?: Record<string, string>;
  children?: Input[];
};
type Perform = (z: unknown, bundle: unknown) => unknown;
export type Operation = {
  type?: 'hook';
  inputFields?: Input[];
  sample: Record<string, unknown>;
  outputFields?: { key: string }[];
  perform: Perform;
  performSubscribe?: Perform;
  performUnsubscribe?: Perform;
  performList?: Perform;
};
export type Part = {
  key: string;
  noun: string;
  display: { label: string; description: string; hidden?: boolean };
  operation: Operation;
};
type Middleware<Passed> = (passed: Passed, z: unknown, bundle: unknown) => Passed | Promise<Passed>;
export type App = {
  version: string;
  platformVersion: string;
  authentication: { test: Perform; fields: Input[] };
  beforeRequest: Middleware<Request>[];
  afterResponse: Middleware<Response>[];
  triggers: Record<string, Part>;
  creates: Record<string, Part>;
  searches: Record<string, Part>;
};
export type Request = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  params?: Record<string, unknown>;
  body?: unknown;
  skipThrowForStatus?: boolean;
};
export type Response = { status: number; content: string; data: unknown; skipThrowForStatus: boolean };

export const APP_FOLDER = fileURLToPath(new URL('../../../integrations/zapier/', import.meta.url));

export const zapierApp: App = createRequire(import.meta.url)(APP_FOLDER);
