import assert from 'node:assert/strict';
import * as z from 'zod';
import { operations } from '../../src/api/index.ts';
import { isRefusal, type Refusal } from '../../src/domain/refusal.ts';
import { callTool, type ToolAnswer } from '../../src/mcp/call-tool.ts';
import { type Tool, toolsOf } from '../../src/mcp/tool.ts';
import { type Failure, failureOf } from '../../src/mcp/tool-error.ts';
import type { PipelineRefusal } from '../../src/schemas/refusals/pipeline-refusal.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import type { Caller } from '../../src/services/caller.ts';
import { resolveReferences } from '../support/openapi/resolve-references.ts';
import type { TestService } from '../support/service/in-process-service.ts';

/** All tools, in the order of `tools/list`. */
export const tools = toolsOf(operations);

/** The tools for approved platforms, which need a connected one. */
export const PLATFORM_TOOLS = [
  ...['get-transmission', 'send-to-platform', 'replace-refused-document'],
  ...['get-supplier-invoices', 'get-supplier-invoice-by-id', 'answer-supplier-invoice'],
  ...['get-e-report-periods', 'get-e-report', 'transmit-e-report', 'get-e-invoicing-readiness'],
];

/** A tool by its name; an unknown name is a mistake of the test. */
export function toolNamed(name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  assert.ok(found, `there is no tool ${name}`);
  return found;
}

/** All parameters of a tool. */
export function schemaOf({ parameters }: Pick<Tool, 'parameters'>): Record<string, any> {
  const { $defs, ...schema } = z.toJSONSchema(parameters, { io: 'input' });
  return resolveReferences({ $defs }, schema);
}

/** The answer of a tool, untyped for the tests. */
export type Answered = Record<string, any>;

export type Called = ToolAnswer | Refusal | PipelineRefusal;

/** Acts as an assistant with a caller's key. `called` collects the tools that succeeded. */
export function toolClientOf(
  service: Pick<TestService, 'services' | 'live'>,
  given: { caller?: Caller; services?: AppServices } = {},
) {
  const { caller = service.live, services = service.services } = given;
  const called = new Set<string>();
  const call = (name: string, said: unknown = {}, idempotencyKey?: string): Promise<Called> =>
    callTool(services, toolNamed(name), caller, { said, language: 'en', idempotencyKey });

  /** The answer, which must be a success that matches the output schema without extra fields. */
  const done = async (name: string, said: unknown = {}): Promise<Answered> => {
    const answer = await call(name, said);
    assert.equal(isRefusal(answer), false, `${name}: ${JSON.stringify(answer)}`);
    const { status, body } = answer as ToolAnswer;
    assert.equal(status, toolNamed(name).operation.success, name);
    assert.deepEqual(toolNamed(name).face.output.parse(body), body, name);
    called.add(name);
    return body;
  };
  /** The failure, in the words an assistant receives. */
  const failure = async (name: string, said: unknown = {}): Promise<Failure> => {
    const answer = await call(name, said);
    assert.ok(isRefusal(answer), `${name}: ${JSON.stringify(answer).slice(0, 300)} is no failure`);
    return failureOf(answer as Refusal | PipelineRefusal, 'en');
  };
  const failureCode = async (name: string, said: unknown = {}): Promise<string> =>
    (await failure(name, said)).error.code;
  return { call, done, failure, failureCode, called };
}

export type Assistant = ReturnType<typeof toolClientOf>;

/** An unknown id. */
export const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';
