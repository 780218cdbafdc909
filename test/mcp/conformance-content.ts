import type { ContentBlock } from '@modelcontextprotocol/server';

/** One red pixel, as PNG. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** Silence, as WAV. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export const text = (said: string): ContentBlock => ({ type: 'text', text: said });
export const image: ContentBlock = { type: 'image', data: PIXEL, mimeType: 'image/png' };
export const audio: ContentBlock = { type: 'audio', data: SILENCE, mimeType: 'audio/wav' };
export const embedded = (uri: string, mimeType: string, said: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
});
