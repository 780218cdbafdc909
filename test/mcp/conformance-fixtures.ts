import {
  acceptedContent,
  type ContentBlock,
  type GetPromptResult,
  InMemoryServerEventBus,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import type { Beside } from '../../src/mcp/server.ts';
import { forwardClientResponses } from './client-answers.ts';
import { embedded, image, PIXEL, text } from './conformance-content.ts';
import { states, suiteTools } from './conformance-tools.ts';

/**
 * Tools, resources and prompts the conformance suite requires of a server. The service has none of
 * them.
 */
export function suiteFixtures(): Beside {
  const bus = new InMemoryServerEventBus();
  return {
    bus,
    tools: suiteTools(bus),
    options: {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: states.verify },
    },
    dress: (server) => {
      forwardClientResponses(server);
      serveResources(server);
      servePrompts(server);
      server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
    },
  };
}

const contents = new Map([
  ['test://static-text', { mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  ['test://static-binary', { mimeType: 'image/png', blob: PIXEL }],
  ['test://watched-resource', { mimeType: 'text/plain', text: 'Watched.' }],
]);
const TEMPLATE = /^test:\/\/template\/(\w+)\/data$/;

function serveResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: [...contents].map(([uri, { mimeType }]) => ({ uri, name: uri.slice('test://'.length), mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const [, id] = TEMPLATE.exec(uri) ?? [];
    const found = id
      ? { mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
      : contents.get(uri);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
    return { contents: [{ uri, ...found }] };
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

const saying = (...content: ContentBlock[]): GetPromptResult => ({
  messages: content.map((each) => ({ role: 'user', content: each })),
});

type Arguments = Readonly<Record<string, string>>;
const prompts: Readonly<Record<string, { takes: readonly string[]; gives: (said: Arguments) => GetPromptResult }>> = {
  test_simple_prompt: { takes: [], gives: () => saying(text('This is a simple prompt for testing.')) },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    gives: ({ arg1, arg2 }) => saying(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    gives: ({ resourceUri = '' }) => saying(embedded(resourceUri, 'text/plain', 'Embedded.'), text('Read it.')),
  },
  test_prompt_with_image: { takes: [], gives: () => saying(image, text('Look at it.')) },
};
const IN_ROUNDS = 'test_input_required_result_prompt';

function servePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...Object.entries(prompts).map(([name, { takes }]) => ({ name, takes })),
      { name: IN_ROUNDS, takes: [] },
    ].map(({ name, takes }) => ({
      name,
      description: `The suite asks for ${name}.`,
      arguments: takes.map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => {
    if (params.name === IN_ROUNDS) {
      const answer = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context');
      if (answer) return saying(text(`Use this: ${answer.context}`));
      const requestedSchema = { type: 'object' as const, properties: { context: { type: 'string' as const } } };
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message: 'In what context?', requestedSchema }) },
      });
    }
    const prompt = prompts[params.name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt');
    return prompt.gives(params.arguments ?? {});
  });
}
