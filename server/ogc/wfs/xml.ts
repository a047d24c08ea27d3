import { setImmediate } from 'node:timers/promises';
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
const MAX_ELEMENTS = 200_000;

/**
 * Parses a request's XML. Document types, and with them custom entities, are refused, as is deep nesting.
 * Throws 400 with the position of the error.
 */
export function parseXml(source: string): Element {
  const reader = new XmlReader();
  reader.write(source);
  return reader.end();
}

/** Characters that are parsed before other requests have their turn. */
const PIECE = 128 * 1024;

/** Parses a long request in pieces, between which other requests are served. */
export async function parseLongXml(source: string): Promise<Element> {
  const reader = new XmlReader();
  for (let at = 0; at < source.length; at += PIECE) {
    if (at > 0) await setImmediate();
    reader.write(source.slice(at, at + PIECE));
  }
  return reader.end();
}

class XmlReader {
  #parser = sax.parser(true, { xmlns: true });
  #open: Element[] = [];
  #root: Element | undefined;
  #count = 0;

  constructor() {
    const parser = this.#parser;
    parser.onerror = (error) =>
      this.#refuse('no-xml', { reason: error.message.split('\n')[0]!.slice(0, 100) });
    parser.ondoctype = () => this.#refuse('doctype');
    parser.onopentag = (tag) => this.#start(tag as sax.QualifiedTag);
    parser.ontext = parser.oncdata = (text) => {
      const element = this.#open.at(-1);
      if (element) element.text += text;
    };
    parser.onclosetag = () => {
      const element = this.#open.pop()!;
      element.text = element.text.trim();
    };
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  end(): Element {
    this.#parser.close();
    if (!this.#root) throw new HttpError(400, 'wfs.no-xml', { line: 1, reason: '' });
    return this.#root;
  }

  #start({ local, uri, attributes }: sax.QualifiedTag): void {
    if (++this.#count > MAX_ELEMENTS) this.#refuse('xml-too-large', { most: MAX_ELEMENTS });
    if (this.#open.length >= DEEPEST) this.#refuse('xml-too-deep', { most: DEEPEST });
    const named = Object.values(attributes).map((attribute) => [attribute.local, attribute.value] as const);
    const element: Element = {
      name: local,
      namespace: uri,
      attributes: new Map(named),
      children: [],
      text: '',
    };
    this.#open.at(-1)?.children.push(element);
    this.#root ??= element;
    this.#open.push(element);
  }

  #refuse(key: string, values: Record<string, string | number> = {}): never {
    throw new HttpError(400, `wfs.${key}`, { line: this.#parser.line + 1, ...values });
  }
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
