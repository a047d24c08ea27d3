import { child, childrenOf, childText, type XmlElement } from '../../../../formats/xml-tree.ts';

/** Fields of a style, with the names of simplestyle-spec. */
type StyleFields = Record<string, string | number>;

const MAX_STYLES = 100_000;

/** The shared styles of a KML file, and what features look like by them. */
export class KmlStyles {
  readonly #styles = new Map<string, StyleFields>();
  /** The style of a StyleMap when nothing points at the feature. */
  readonly #maps = new Map<string, string>();

  add(element: XmlElement): void {
    const { id } = element.attributes;
    if (!id || this.#styles.size + this.#maps.size >= MAX_STYLES) return;
    if (element.name === 'Style') this.#styles.set(id, fieldsOf(element));
    else {
      const pairs = childrenOf(element, 'Pair');
      const normal = pairs.find((pair) => childText(pair, 'key') === 'normal') ?? pairs[0];
      const inner = child(normal, 'Style');
      const url = childText(normal, 'styleUrl');
      if (inner) this.#styles.set(id, fieldsOf(inner));
      else if (url) this.#maps.set(id, idOf(url));
    }
  }

  /** What the shared style of a feature says, then its own. */
  of(feature: XmlElement): StyleFields {
    const url = childText(feature, 'styleUrl');
    const own = child(feature, 'Style');
    return { ...(url && this.#shared(idOf(url))), ...(own && fieldsOf(own)) };
  }

  #shared(id: string): StyleFields | undefined {
    return this.#styles.get(id) ?? this.#styles.get(this.#maps.get(id) ?? '');
  }
}

/** Styles in other files are not fetched. */
const idOf = (url: string): string => url.replace(/^.*#/, '');

function fieldsOf(style: XmlElement): StyleFields {
  const fields: StyleFields = {};
  const line = child(style, 'LineStyle');
  const area = child(style, 'PolyStyle');
  colour(fields, 'stroke', childText(line, 'color'));
  const width = Number(childText(line, 'width') ?? Number.NaN);
  if (Number.isFinite(width)) fields['stroke-width'] = width;
  if (childText(area, 'fill') !== '0') colour(fields, 'fill', childText(area, 'color'));
  const icon = child(style, 'IconStyle');
  colour(fields, 'marker-color', childText(icon, 'color'));
  const href = childText(child(icon, 'Icon'), 'href');
  if (href) fields['icon'] = href;
  return fields;
}

/** `aabbggrr`. */
function colour(fields: StyleFields, name: string, text: string | undefined): void {
  const found = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text ?? '');
  if (!found) return;
  const [, alpha, blue, green, red] = found;
  fields[name] = `#${red}${green}${blue}`.toLowerCase();
  const opacity = Math.round((Number.parseInt(alpha!, 16) / 255) * 100) / 100;
  if (opacity < 1 && name !== 'marker-color') fields[`${name}-opacity`] = opacity;
}
