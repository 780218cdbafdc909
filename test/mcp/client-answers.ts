import type { Server, Transport } from '@modelcontextprotocol/server';

/**
 * Some tools of the suite make requests to the client during a call, as 2025-11-25 allows. The
 * service has no such tool and no sessions, so the client's answer arrives at another server. This
 * passes it to the server that asked; everything else works as in the service.
 */
export function forwardClientResponses(server: Server): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport: Transport) => {
    await connect(transport);
    const { onmessage } = transport;
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if ('method' in message && 'id' in message && onmessage) asking.add(onmessage);
      return send(message, options);
    };
    transport.onmessage = (message, extra) => {
      if ('method' in message) return onmessage?.(message, extra);
      for (const deliver of asking) deliver(message);
      asking.clear();
    };
  };
}

const asking = new Set<NonNullable<Transport['onmessage']>>();
