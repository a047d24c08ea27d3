import sax from 'sax';
import { Unreadable } from '../base/problems.ts';
import type { ByteFile } from './byte-file.ts';
import { decoderFor } from './text-stream.ts';
import type { XmlElement } from './xml-tree.ts';

/** What happens in an XML file, in order. Names are without their prefixes. */
export type XmlEvent =
  /** The start of an element that is not captured; `text` and children are still empty. */
  | { kind: 'open'; element: XmlElement }
  /** Its end, with its text. */
  | { kind: 'close'; name: string; text: string }
  /** A captured element, whole. */
  | { kind: 'element'; element: XmlElement };

const CHUNK = 64 * 1024;
const DEEPEST = 400;
/** Of one captured element. */
const MAX_ELEMENTS = 2_000_000;
const LONGEST_TEXT = 64 * 1024 * 1024;

/**
 * Reads an XML file of any size in one pass. `captures` says which elements are given whole; the others only pass by.
 * Entities that the file defines are refused, never expanded. Throws Unreadable `xml-damaged` and others with the line.
 */
export function* readXml(
  file: ByteFile,
  captures: (name: string, path: readonly string[]) => boolean,
  read: (offset: number) => void = () => {},
): Generator<XmlEvent> {
  const parser = sax.parser(true, { position: true });
  const path: string[] = [];
  const texts: string[] = [];
  const stack: XmlElement[] = [];
  let events: XmlEvent[] = [];
  let elements = 0;
  let length = 0;
  const fail = (key: string) => new Unreadable(key, { line: parser.line + 1 });
  parser.onerror = () => {
    throw fail('xml-damaged');
  };
  parser.ondoctype = (text) => {
    if (/<!ENTITY/i.test(text)) throw fail('xml-entities');
  };
  parser.onopentag = ({ name, attributes }) => {
    const element: XmlElement = {
      name: localName(name),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
      line: parser.line + 1,
    };
    if (path.length + stack.length >= DEEPEST) throw fail('xml-too-deep');
    const parent = stack.at(-1);
    if (parent || captures(element.name, path)) {
      if (!parent) elements = length = 0;
      if (++elements > MAX_ELEMENTS) throw fail('xml-too-large');
      parent?.children.push(element);
      stack.push(element);
    } else {
      events.push({ kind: 'open', element });
      path.push(element.name);
      texts.push('');
    }
  };
  const add = (part: string): void => {
    length += part.length;
    if (length > LONGEST_TEXT) throw fail('xml-too-large');
    const captured = stack.at(-1);
    if (captured) captured.text += part;
    else if (texts.length > 0) texts[texts.length - 1] += part;
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.onclosetag = () => {
    const captured = stack.pop();
    if (captured) {
      if (stack.length === 0) events.push({ kind: 'element', element: captured });
      return;
    }
    length = 0;
    events.push({ kind: 'close', name: path.pop()!, text: texts.pop()! });
  };
  const decode = decoderFor(file, xmlEncoding(file));
  for (let at = 0; at < file.size; at += CHUNK) {
    const chunk = file.slice(at, CHUNK);
    read(at + chunk.length);
    parser.write(decode(chunk, at + chunk.length < file.size));
    const ready = events;
    events = [];
    yield* ready;
  }
  parser.close();
  yield* events;
}

/** The element at the root of an XML file, and its namespace; undefined where it is not XML. */
export function rootOf(file: ByteFile): { name: string; namespace: string } | undefined {
  const text = decoderFor(file, xmlEncoding(file))(file.slice(0, CHUNK), true);
  const start =
    /^\s*(?:<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?\s*>|\s)*<([\w.:-]+)([^>]*)>/;
  const found = start.exec(text);
  if (!found) return undefined;
  const [, name = '', attributes = ''] = found;
  const prefix = name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns';
  const namespace = new RegExp(`${prefix}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? '';
  return { name: localName(name), namespace };
}

/** All text within an element, of its children too. */
export function textWithin(element: XmlElement): string {
  return element.children.reduce((text, inner) => text + textWithin(inner), element.text);
}

/** The value of an attribute, with or without a prefix. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const own = element.attributes[name];
  if (own !== undefined) return own;
  const key = Object.keys(element.attributes).find((full) => localName(full) === name);
  return key === undefined ? undefined : element.attributes[key];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function xmlEncoding(file: ByteFile): string | undefined {
  const head = file.slice(0, 200).toString('latin1');
  return /<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1];
}
