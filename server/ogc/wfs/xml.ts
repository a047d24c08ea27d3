import sax from 'sax';
import { HttpError } from '../../base/http-error.ts';

/** A parsed element; names without prefixes. */
export interface Element {
  name: string;
  namespace: string;
  attributes: ReadonlyMap<string, string>;
  children: Element[];
  /** Its own text, trimmed. */
  text: string;
}

const DEEPEST = 60;
const MAX_ELEMENTS = 50_000;

/**
 * Parses a request's XML. Document types, and with them custom entities, are refused, as is deep nesting.
 * Throws 400 with the position of the error.
 */
export function parseXml(source: string): Element {
  const parser = sax.parser(true, { xmlns: true });
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  const refuse = (key: string, values: Record<string, string | number> = {}) => {
    throw new HttpError(400, `wfs.${key}`, { line: parser.line + 1, ...values });
  };
  parser.onerror = (error) => refuse('no-xml', { reason: error.message.split('\n')[0]!.slice(0, 100) });
  parser.ondoctype = () => refuse('doctype');
  parser.onopentag = (tag) => {
    if (++count > MAX_ELEMENTS) refuse('xml-too-large', { most: MAX_ELEMENTS });
    if (open.length >= DEEPEST) refuse('xml-too-deep', { most: DEEPEST });
    const { local, uri, attributes } = tag as sax.QualifiedTag;
    const named = Object.values(attributes).map((attribute) => [attribute.local, attribute.value] as const);
    const element: Element = {
      name: local,
      namespace: uri,
      attributes: new Map(named),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.ontext = parser.oncdata = (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.onclosetag = () => {
    const element = open.pop()!;
    element.text = element.text.trim();
  };
  parser.write(source).close();
  if (!root) throw new HttpError(400, 'wfs.no-xml', { line: 1, reason: '' });
  return root;
}

export function child(element: Element, ...names: string[]): Element | undefined {
  return element.children.find(({ name }) => names.includes(name));
}

export function children(element: Element, ...names: string[]): Element[] {
  return element.children.filter(({ name }) => names.includes(name));
}

/** Escapes text for elements and attributes; characters that XML 1.0 cannot represent become U+FFFD. */
export function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll(UNWRITABLE, '\ufffd');
}

const UNWRITABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const SPECIAL = /[&<>"\r\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
