import type { ExternalFeatures } from '#core/mapview';

/** What a server says about one object: names with values, in its order. */
export interface InfoFeature {
  readonly title: string;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** The answer of a server about a place: objects, or lines of text where it does not name values. */
export interface Info extends InfoContent {
  /** Whether the answer has more than is kept. */
  readonly isCut: boolean;
}

interface InfoContent {
  readonly features: readonly InfoFeature[];
  readonly lines: readonly string[];
}

/** Most objects, values of an object and lines that are kept of an answer. */
const MAX_FEATURES = 50;
const MAX_VALUES = 200;
const MAX_LINES = 200;
const MAX_LENGTH = 2_000;

/** Reads an answer to GetFeatureInfo: GeoJSON, GML and other XML, HTML, or text. Nothing of it is run. */
export function readInfo(text: string): Info {
  const start = text.trimStart();
  const info = start.startsWith('{')
    ? fromJson(start)
    : /^<(?:!doctype\s+html|html)\b/i.test(start)
      ? fromHtml(start)
      : start.startsWith('<')
        ? fromXml(start)
        : fromText(text);
  return limited(info);
}

/** What objects say that are here already. */
export function infoOf({ features, isWhole }: ExternalFeatures): Info {
  const info = limited({
    features: features.map(({ properties }) => ({ title: '', values: valuesOf(properties) })),
    lines: [],
  });
  return { ...info, isCut: info.isCut || !isWhole };
}

function limited(info: InfoContent): Info {
  return {
    features: info.features.slice(0, MAX_FEATURES).map(({ title, values }) => ({
      title: shortened(title),
      values: values
        .slice(0, MAX_VALUES)
        .map(([name, value]) => [shortened(name), shortened(value)] as const),
    })),
    lines: info.lines.slice(0, MAX_LINES).map(shortened),
    isCut:
      info.lines.length > MAX_LINES ||
      info.features.length > MAX_FEATURES ||
      info.features.some(({ values }) => values.length > MAX_VALUES),
  };
}

function fromJson(text: string): InfoContent {
  try {
    const { features } = JSON.parse(text) as { features?: unknown };
    if (!Array.isArray(features)) return fromText(text);
    return {
      features: features.map((feature: { id?: unknown; properties?: unknown } | null) => ({
        title: typeof feature?.id === 'string' ? feature.id : '',
        values: valuesOf(feature?.properties ?? {}),
      })),
      lines: [],
    };
  } catch {
    return fromText(text);
  }
}

function valuesOf(properties: object): InfoFeature['values'] {
  return Object.entries(properties).map(([name, value]: [string, Parameters<typeof printed>[0]]) => [
    name,
    printed(value),
  ]);
}

function printed(value: object | string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Tables with names in the first row or in the first column; the text of anything else. */
function fromHtml(text: string): InfoContent {
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template')) hidden.remove();
  const features = [...body.querySelectorAll('table')]
    .filter((table) => !table.querySelector('table'))
    .flatMap((table) => fromTable(table));
  return features.length > 0 ? { features, lines: [] } : fromText(textOf(body));
}

function fromTable(table: HTMLTableElement): InfoFeature[] {
  const title = table.caption ? textOf(table.caption) : '';
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => ({ name: cell.tagName, text: textOf(cell) })),
  );
  const [first, ...others] = rows;
  if (!first) return [];
  const hasNamesAbove = first.length > 1 && first.every(({ name }) => name === 'TH');
  if (hasNamesAbove)
    return others.map((row) => ({
      title,
      values: row.map(({ text }, n) => [first[n]?.text ?? '', text] as const),
    }));
  const values = rows
    .filter((row) => row.length === 2)
    .map(([name, value]) => [name!.text, value!.text] as const);
  return values.length > 0 ? [{ title, values }] : [];
}

/** Elements that contain only values are objects: of GML as of the formats of MapServer, ArcGIS and QGIS Server. */
function fromXml(text: string): InfoContent {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (root.localName === 'parsererror' || root.querySelector('parsererror')) return fromText(text);
  const features: InfoFeature[] = [];
  const visit = (element: Element): void => {
    const values = valuesIn(element);
    if (values.length > 0) features.push({ title: titleOf(element), values });
    for (const child of element.children) if (!isGeometry(child)) visit(child);
  };
  visit(root);
  return features.length > 0 ? { features, lines: [] } : fromText(root.textContent);
}

function valuesIn(element: Element): (readonly [string, string])[] {
  const values: (readonly [string, string])[] = [];
  for (const child of element.children) {
    const [name, value] = [child.getAttribute('name'), child.getAttribute('value')];
    // QGIS Server: <Attribute name="…" value="…"/>.
    if (child.localName === 'Attribute' && name !== null && value !== null) values.push([name, value]);
    else if (child.children.length === 0 && child.textContent.trim() !== '')
      values.push([child.localName, child.textContent.trim()]);
  }
  // ArcGIS: the values are attributes of <FIELDS>.
  if (element.localName === 'FIELDS')
    values.push(...[...element.attributes].map((attribute) => [attribute.name, attribute.value] as const));
  return values;
}

function titleOf(element: Element): string {
  const name = element.getAttribute('name') ?? element.localName;
  return /^(FIELDS|Feature)$/.test(name) ? '' : name;
}

function isGeometry({ namespaceURI, localName }: Element): boolean {
  return (namespaceURI ?? '').includes('opengis.net/gml') && !/^(featureMembers?|member)$/.test(localName);
}

function fromText(text: string): InfoContent {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  return { features: [], lines: lines.filter((line) => line !== '') };
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function textOf(element: Element): string {
  return element.textContent.replace(/[ \t\u00a0]+/g, ' ').trim();
}
