import { setTimeout as wait } from 'node:timers/promises';
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ContentBlock,
  createRequestStateCodec,
  type InMemoryServerEventBus,
  type InputRequests,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Beside } from '../../src/mcp/server.ts';
import { audio, embedded, image, text } from './conformance-content.ts';

type SuiteTool = Beside['tools'][number];
type Call = SuiteTool['call'];

/** Every tool the conformance suite calls by name. */
export const suiteTools = (bus: InMemoryServerEventBus): SuiteTool[] => [
  ...answering,
  ...telling,
  ...asking,
  ...inRounds,
  tool('test_trigger_tool_change', () => published(bus, 'tools_list_changed')),
  tool('test_trigger_prompt_change', () => published(bus, 'prompts_list_changed')),
];

/** State that a client returns in a later round was signed when it was sent. */
export const states = createRequestStateCodec<{ round: number }>({ key: crypto.getRandomValues(new Uint8Array(32)) });

function tool(name: string, call: Call, parameters: readonly string[] = []): SuiteTool {
  const properties = Object.fromEntries(parameters.map((parameter) => [parameter, { type: 'string' }]));
  const inputSchema = { type: 'object' as const, properties, required: [...parameters] };
  return { listed: { name, description: `The suite calls ${name}.`, inputSchema }, call };
}

const said = (...content: ContentBlock[]): CallToolResult => ({ content });

const answering: SuiteTool[] = [
  tool('test_simple_text', () => said(text('This is a simple text response for testing.'))),
  tool('test_image_content', () => said(image)),
  tool('test_audio_content', () => said(audio)),
  tool('test_embedded_resource', () => said(embedded('test://embedded-resource', 'text/plain', 'Embedded.'))),
  tool('test_multiple_content_types', () =>
    said(
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  ),
  tool('test_error_handling', () => ({
    ...said(text('This tool intentionally returns an error for testing')),
    isError: true,
  })),
  tool('test_streaming_elicitation', () => said(text('Only a result.'))),
];

/** Tools that send messages while they run. */
const telling: SuiteTool[] = [
  tool('test_tool_with_logging', async (_said, { mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await wait(50);
    }
    return said(text('Logged.'));
  }),
  tool('test_tool_with_progress', async (_said, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await wait(50);
    }
    return said(text('Progressed.'));
  }),
  tool('test_logging_tool', async (_said, { mcpReq }) => {
    await mcpReq.log('info', 'Heard only by who asked for it.');
    return said(text('Logged.'));
  }),
];

/** A request to the client in the middle of the call (2025-11-25). */
const asked = async ({ mcpReq }: ServerContext, message: string, properties: Record<string, unknown>) => {
  const requestedSchema = { type: 'object', properties } as never;
  const answer = await mcpReq.send({ method: 'elicitation/create', params: { message, requestedSchema } });
  return said(text(`User response: ${JSON.stringify(answer)}`));
};

const asking: SuiteTool[] = [
  tool(
    'test_sampling',
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } }];
      const answer = await mcpReq.send({ method: 'sampling/createMessage', params: { messages, maxTokens: 100 } });
      return said(text(`LLM response: ${JSON.stringify(answer)}`));
    },
    ['prompt'],
  ),
  tool(
    'test_elicitation',
    ({ message }, context) =>
      asked(context, String(message), { username: { type: 'string' }, email: { type: 'string' } }),
    ['message'],
  ),
  tool('test_elicitation_sep1034_defaults', (_said, context) =>
    asked(context, 'Defaults of every kind', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  ),
  tool('test_elicitation_sep1330_enums', (_said, context) =>
    asked(context, 'Choices of every kind', {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled('value', 'Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled('value', 'Choice') } },
    }),
  ),
];

const titled = (value: string, title: string) =>
  ['First', 'Second', 'Third'].map((nth, i) => ({ const: `${value}${i + 1}`, title: `${nth} ${title}` }));

const askName = inputRequired.elicit({
  message: 'What is your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
});
const askConsent = inputRequired.elicit({
  message: 'Go on?',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});
const askModel = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 50,
  });

/** A tool that makes all these requests at once, and ends when all are answered (2026-07-28). */
function inOneRound(name: string, inputRequests: InputRequests, sealed = false): SuiteTool {
  return tool(name, async (_said, { mcpReq }) => {
    const answers = mcpReq.inputResponses;
    const isAnswered = (key: string): boolean =>
      inputRequests[key]?.method === 'elicitation/create'
        ? acceptedContent(answers, key) !== undefined
        : answers?.[key] !== undefined;
    if (Object.keys(inputRequests).every(isAnswered) && (!sealed || mcpReq.requestState() !== undefined))
      return said(text(sealed ? 'state-ok' : `Answered: ${JSON.stringify(answers)}`));
    return inputRequired({ inputRequests, ...(sealed && { requestState: await states.mint({ round: 1 }) }) });
  });
}

const inRounds: SuiteTool[] = [
  inOneRound('test_missing_capability', { answer: askModel('Say pong.') }),
  inOneRound('test_input_required_result_elicitation', { user_name: askName }),
  inOneRound('test_input_required_result_sampling', { capital_question: askModel('The capital of France?') }),
  inOneRound('test_input_required_result_list_roots', { client_roots: inputRequired.listRoots() }),
  inOneRound('test_input_required_result_request_state', { confirm: askConsent }, true),
  inOneRound('test_input_required_result_tampered_state', { confirm: askConsent }, true),
  inOneRound(
    'test_input_required_result_multiple_inputs',
    { user_name: askName, greeting: askModel('Greet.'), client_roots: inputRequired.listRoots() },
    true,
  ),
  tool('test_input_required_result_multi_round', async (_said, { mcpReq }) => {
    const { round } = mcpReq.requestState<{ round: number }>() ?? { round: 0 };
    if (round === 2) return said(text('Both rounds are done.'));
    return inputRequired({
      inputRequests: round === 0 ? { step1: askName } : { step2: askConsent },
      requestState: await states.mint({ round: round + 1 }),
    });
  }),
  tool('test_input_required_result_capabilities', (_said, { mcpReq }) => {
    if (mcpReq.inputResponses) return said(text('Answered.'));
    const able = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as
      | ClientCapabilities
      | undefined;
    const inputRequests: InputRequests = {
      ...(able?.elicitation && { user_name: askName }),
      ...(able?.sampling && { greeting: askModel('Greet.') }),
      ...(able?.roots && { client_roots: inputRequired.listRoots() }),
    };
    return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : said(text('Nothing to ask.'));
  }),
];

function published(bus: InMemoryServerEventBus, kind: 'tools_list_changed' | 'prompts_list_changed'): CallToolResult {
  bus.publish({ kind });
  return said(text('Published.'));
}
