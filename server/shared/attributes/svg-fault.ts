import { isUnsafeSvgAttribute, SVG_ELEMENTS } from '#core/styles';
import { parseXml, type XmlElement } from '../../formats/xml-tree.ts';
import { Unusable } from '../../base/unusable.ts';

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
    if (!SVG_ELEMENTS.has(name)) return { key: 'svg-unsafe', values: { part: `<${name}>` } };
    const attribute = Object.entries(attributes).find(([key, value]) => isUnsafeSvgAttribute(key, value));
    if (attribute) return { key: 'svg-unsafe', values: { part: attribute[0] } };
  }
  return undefined;
}
