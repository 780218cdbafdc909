import { SaxesParser } from 'saxes';

/** An element that was read: local name, namespace, attributes by local name, text and children. */
export type XmlNode = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Its own text, trimmed, without that of its children. */
  readonly text: string;
  readonly children: readonly XmlNode[];
};

/** Why a text is not read. `document_type`: entities could expand without limit. */
export type XmlFault = 'broken_xml' | 'document_type' | 'too_large';
export class UnreadableXml extends Error {
  readonly fault: XmlFault;
  readonly line: number;
  constructor(fault: XmlFault, line: number) {
    super(`${fault} (line ${line})`);
    this.fault = fault;
    this.line = line;
  }
}

/** Limits of a document: depth, elements, characters of the text of one element. */
const DEPTH_MAX = 64;
const ELEMENTS_MAX = 200_000;
/** The rest of a longer text is dropped: only attachments are longer. */
const TEXT_CHARACTERS_MAX = 65_536;

type OpenNode = XmlNode & { text: string; children: XmlNode[] };

/**
 * Reads XML strictly, piece by piece, so that the caller can yield between the pieces of a long
 * text. Throws UnreadableXml. Nothing is fetched.
 */
export function xmlTreeReader(): { readonly write: (piece: string) => void; readonly end: () => XmlNode } {
  const parser = new SaxesParser({ xmlns: true });
  const above: OpenNode[] = [];
  let root: XmlNode | undefined;
  let elements = 0;
  const fail = (fault: XmlFault): never => {
    throw new UnreadableXml(fault, parser.line);
  };
  parser.on('error', () => fail('broken_xml'));
  parser.on('doctype', () => fail('document_type'));
  const take = (written: string): void => {
    const node = above.at(-1);
    if (node && node.text.length < TEXT_CHARACTERS_MAX) node.text += written.slice(0, TEXT_CHARACTERS_MAX);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (above.length === DEPTH_MAX || ++elements > ELEMENTS_MAX) fail('too_large');
    const values = new Map(Object.values(attributes).map((each) => [each.local, each.value]));
    const node: OpenNode = { name: local, namespace: uri, attributes: values, text: '', children: [] };
    above.at(-1)?.children.push(node);
    above.push(node);
  });
  parser.on('closetag', () => {
    const node = above.pop();
    if (!node) return;
    node.text = node.text.trim();
    if (above.length === 0) root = node;
  });
  return {
    write: (piece) => {
      parser.write(piece);
    },
    end: () => {
      parser.close();
      return root ?? fail('broken_xml');
    },
  };
}

/** Reads a short text at once, at most `charactersMax` of it. Throws UnreadableXml. */
export function readXmlTree(text: string, charactersMax: number): XmlNode {
  if (text.length > charactersMax) throw new UnreadableXml('too_large', 0);
  const reader = xmlTreeReader();
  reader.write(text.replace(/^\uFEFF/, ''));
  return reader.end();
}

/** All elements at a path of local names below a node: `elementsAt(node, 'A/B')`. */
export const elementsAt = (node: XmlNode, path: string): readonly XmlNode[] =>
  path
    .split('/')
    .reduce<readonly XmlNode[]>(
      (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [node],
    );

/** The first element at a path. */
export const elementAt = (node: XmlNode, path: string): XmlNode | undefined => elementsAt(node, path)[0];

/** The text of the first element at a path; undefined if there is none or it is empty. */
export const textAt = (node: XmlNode, path: string): string | undefined => elementAt(node, path)?.text || undefined;
