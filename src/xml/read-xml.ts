import { SaxesParser } from 'saxes';
import { slices } from '../limits/time-slices.ts';

/** Why a text is not read as XML, and the line where reading stopped. */
export class XmlFault extends Error {
  readonly said: {
    readonly fault: 'cut_short' | 'broken_xml' | 'document_type' | 'attributes' | 'too_deep';
    readonly row: number;
  };
  constructor(said: XmlFault['said']) {
    super(`the XML cannot be read: ${said.fault} in line ${said.row}`);
    this.said = said;
  }
}

/** Events of the XML reader: each element when it opens, and when it closes with its text. */
export type XmlListener = {
  readonly open: (element: OpenedElement) => void;
  readonly close: (element: OpenedElement, text: string, row: number) => void;
};
type OpenedElement = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly row: number;
};

/**
 * Limits: depth of elements, attributes of one, characters of its text, characters read in one
 * step.
 */
const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 100;
const TEXT_MAX = 65_536;
const PIECE = 16_384;

/**
 * Reads XML strictly, in slices that yield to other requests. Document types are refused because
 * entities could expand without limit. Nothing is fetched.
 */
export async function readXml(text: string, { open, close }: XmlListener): Promise<void> {
  const turn = slices();
  const parser = new SaxesParser({ xmlns: true });
  const above: OpenedElement[] = [];
  let said = '';
  let ended = false;
  parser.on('error', () => {
    const isCut = parser.closed || ended;
    throw new XmlFault({ fault: isCut ? 'cut_short' : 'broken_xml', row: parser.line });
  });
  parser.on('doctype', () => {
    throw new XmlFault({ fault: 'document_type', row: parser.line });
  });
  const take = (written: string): void => {
    if (said.length < TEXT_MAX) said += written;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  let attributesOfElement = 0;
  parser.on('opentagstart', () => {
    attributesOfElement = 0;
  });
  parser.on('attribute', () => {
    attributesOfElement += 1;
    if (attributesOfElement > ATTRIBUTES_MAX) throw new XmlFault({ fault: 'attributes', row: parser.line });
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (above.length === DEPTH_MAX) throw new XmlFault({ fault: 'too_deep', row: parser.line });
    const values = Object.fromEntries(Object.values(attributes).map((each) => [each.local, each.value]));
    const element = { name: local, namespace: uri, attributes: values, row: parser.line };
    above.push(element);
    said = '';
    open(element);
  });
  parser.on('closetag', () => {
    const element = above.pop();
    if (element) close(element, said, parser.line);
    said = '';
  });
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    const others = turn();
    if (others) await others;
  }
  ended = true;
  parser.close();
}
