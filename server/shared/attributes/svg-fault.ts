import { parseXml, type XmlElement } from '../../formats/xml-tree.ts';
import { Unusable } from '../../base/unusable.ts';

/** Shapes and gradients: nothing that runs, loads, links or contains another document. */
const ELEMENTS = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'title',
  'desc',
  'defs',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
]);
const MAX_ELEMENTS = 500;

/** Why an SVG cannot be a marker; undefined for one that only draws. */
export function svgFault(text: string): { key: string; values: Record<string, string> } | undefined {
  let root: XmlElement;
  try {
    root = parseXml(Buffer.from(text));
  } catch (thrown) {
    if (!(thrown instanceof Unusable)) throw thrown;
    return { key: 'svg-damaged', values: {} };
  }
  if (root.name !== 'svg') return { key: 'svg-damaged', values: {} };
  const all: XmlElement[] = [];
  const collect = (element: XmlElement): void => {
    all.push(element);
    element.children.forEach(collect);
  };
  collect(root);
  if (all.length > MAX_ELEMENTS) return { key: 'svg-large', values: { most: String(MAX_ELEMENTS) } };
  for (const { name, attributes } of all) {
    if (!ELEMENTS.has(name)) return { key: 'svg-unsafe', values: { part: `<${name}>` } };
    const attribute = Object.entries(attributes).find(([key, value]) => isUnsafe(key, value));
    if (attribute) return { key: 'svg-unsafe', values: { part: attribute[0] } };
  }
  return undefined;
}

function isUnsafe(key: string, value: string): boolean {
  const name = key.toLowerCase();
  if (name === 'xmlns' || name.startsWith('xmlns:')) return false;
  if (name.startsWith('on') || name === 'href' || name.endsWith(':href') || name === 'src') return true;
  // Only gradients and clips of the picture itself are referred to.
  const outside = value.replace(/url\(\s*["']?#[\w-]+["']?\s*\)/g, '');
  return /url\s*\(|javascript:|data:|@import|expression\s*\(|\\/i.test(outside);
}
