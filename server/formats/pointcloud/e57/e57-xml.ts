import sax from 'sax';
import { UnusableCloud } from '../unusable-cloud.ts';

const MAX_DEPTH = 50;
const MAX_ELEMENTS = 2_000_000;

/** An element of the XML of an E57 file. */
export interface E57Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: E57Element[];
  text: string;
}

/** Throws UnusableCloud for what is not well-formed. Entities are not expanded. */
export function parseE57Xml(text: string): E57Element {
  const root: E57Element = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  const parser = sax.parser(true);
  let elements = 0;
  parser.onerror = () => {
    throw new UnusableCloud('damaged');
  };
  parser.ondoctype = () => {
    throw new UnusableCloud('damaged');
  };
  parser.onopentag = ({ name, attributes }) => {
    if (++elements > MAX_ELEMENTS || stack.length > MAX_DEPTH) throw new UnusableCloud('damaged');
    const element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    stack.at(-1)!.children.push(element);
    stack.push(element);
  };
  const add = (part: string) => void (stack.at(-1)!.text += part);
  parser.ontext = add;
  parser.oncdata = add;
  parser.onclosetag = () => void stack.pop();
  parser.write(text.replace(/^\ufeff/, '').replace(/\0.*$/s, '')).close();
  const [top] = root.children;
  if (top?.name !== 'e57Root') throw new UnusableCloud('damaged');
  return top;
}

export function find(element: E57Element | undefined, ...path: string[]): E57Element | undefined {
  return path.reduce((at, name) => at?.children.find((one) => one.name === name), element);
}

/** The number of an element; an empty one is 0, as the standard says. */
export function numberIn(element: E57Element | undefined, otherwise: number): number {
  if (!element) return otherwise;
  const value = Number(element.text);
  if (!Number.isFinite(value)) throw new UnusableCloud('damaged');
  return value;
}
