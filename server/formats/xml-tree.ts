import { decodeWindows1252 } from './encoding.ts';
import sax from 'sax';
import { Unusable } from '../base/unusable.ts';

/** An element of a small XML document, without its namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
  /** Of its start tag, from 1. */
  line: number;
}

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 1_000_000;

/**
 * Parses XML into a tree. Entities are not expanded and document types refused, except one of the name `doctype` that
 * defines nothing. Throws Unusable `xml.*` with the line for what is not well-formed.
 */
export function parseXml(bytes: Uint8Array, { doctype }: { doctype?: string } = {}): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '', line: 0 };
  const stack = [root];
  const parser = sax.parser(true, { position: true });
  let elements = 0;
  const fail = (key: string) => new Unusable(`xml.${key}`, { line: parser.line + 1 });
  parser.onerror = () => {
    throw fail('damaged');
  };
  parser.ondoctype = (text) => {
    const isPlain = !text.includes('[') && text.trim().split(/\s/)[0] === doctype;
    if (!isPlain) throw fail('doctype');
  };
  parser.onopentag = ({ name, attributes }) => {
    if (++elements > MAX_ELEMENTS || stack.length > MAX_DEPTH) throw fail('too-large');
    const own = Object.create(null) as Record<string, string>;
    for (const [key, value] of Object.entries(attributes)) own[key] = String(value);
    const element = { name: localName(name), attributes: own, children: [], text: '', line: parser.line + 1 };
    stack.at(-1)!.children.push(element);
    stack.push(element);
  };
  const add = (part: string) => void (stack.at(-1)!.text += part);
  parser.ontext = add;
  parser.oncdata = add;
  parser.onclosetag = () => void stack.pop();
  parser.write(decodeXml(bytes)).close();
  const [top] = root.children;
  if (!top) throw fail('damaged');
  return top;
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((one) => one.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}

/** The trimmed text of a child; undefined if it is missing. */
export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return child(element, name)?.text.trim();
}

/** Escapes text for an element or an attribute, without the characters that XML cannot hold. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (each) => ESCAPED[each as keyof typeof ESCAPED]);
}
const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodeXml(bytes: Uint8Array): string {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = wide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : stated(bytes);
  const decoder = new TextDecoder(encoding);
  return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes);
}

function stated(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const name = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1];
  return name && /^(iso-8859-1|windows-1252|us-ascii)$/i.test(name) ? name : 'utf-8';
}
