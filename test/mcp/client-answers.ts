import type { Server, Transport } from '@modelcontextprotocol/server';

/**
 * The suite has tools that ask the client something in the middle of a call, as 2025-11-25 allows.
 * None of ours does, so the service keeps no sessions: the client's answer comes with a request of
 * its own, to another server. Here it is taken to the one that asked. Everything else goes the way
 * it goes in the service.
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
