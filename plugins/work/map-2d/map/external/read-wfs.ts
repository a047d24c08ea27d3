import { AppError } from '#core/kernel';
import type { OfferedService } from '../../api.ts';

/** Names by which servers call GeoJSON, the most exact first. */
const GEOJSON = [
  'application/geo+json',
  'application/json',
  'application/json; subtype=geojson',
  'json',
  'geojson',
];
const COLOUR = '#0072b2';

/** Reads capabilities of a WFS; types that are not offered as GeoJSON are left out. */
export function readWfs(root: Element, address: string): OfferedService {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()])
    if (/^(service|request|version)$/i.test(name)) url.searchParams.delete(name);
  const general = formatIn(
    all(root, 'Parameter')
      .filter((parameter) => parameter.getAttribute('name')?.toLowerCase() === 'outputformat')
      .flatMap((parameter) => all(parameter, 'Value'))
      .concat(all(root, 'ResultFormat').flatMap((format) => [...format.children]))
      .map((value) => (value.localName === 'Value' ? value.textContent : value.localName)),
  );
  const layers = all(root, 'FeatureType').flatMap((type) => {
    const name = textIn(type, 'Name');
    const own = formatIn(all(type, 'Format').map((format) => format.textContent));
    const format = own ?? general;
    if (name === '' || format === undefined) return [];
    const source = {
      kind: 'features' as const,
      url: url.href,
      service: 'wfs' as const,
      version: root.getAttribute('version') ?? '2.0.0',
      typeName: name,
      format,
      colour: COLOUR,
    };
    return [
      { id: name, title: textIn(type, 'Title') || name, group: '', styles: [], attribution: '', minScale: null, maxScale: null, source }, // prettier-ignore
    ];
  });
  return { title: textIn(root, 'Title'), layers };
}

/** Reads the collections of an OGC API – Features. Throws SyntaxError where the text is no JSON. */
export function readCollections(text: string, address: string): OfferedService {
  const { title, collections } = JSON.parse(text) as { title?: unknown; collections?: unknown };
  if (!Array.isArray(collections)) throw new AppError('service.other', 'JSON');
  const layers = (collections as Collection[]).flatMap(({ id, title: own, attribution, links }) => {
    const items = (Array.isArray(links) ? links : []).filter(({ rel }) => rel === 'items');
    const link =
      items.find(({ type }) => type === 'application/geo+json') ??
      items.find(({ type }) => /json/.test(type ?? ''));
    if (typeof id !== 'string' || !link?.href || !URL.canParse(link.href, address)) return [];
    const source = {
      kind: 'features' as const,
      url: new URL(link.href, address).href,
      service: 'ogcapi' as const,
      version: '',
      typeName: id,
      format: 'application/geo+json',
      colour: COLOUR,
    };
    return [
      { id, title: own ?? id, group: '', styles: [], attribution: attribution ?? '', minScale: null, maxScale: null, source }, // prettier-ignore
    ];
  });
  return { title: typeof title === 'string' ? title : '', layers };
}

interface Collection {
  id?: unknown;
  title?: string;
  attribution?: string;
  links?: { rel?: string; type?: string; href?: string }[];
}

function formatIn(offered: readonly string[]): string | undefined {
  for (const wanted of GEOJSON) {
    const found = offered.find(
      (format) => format.trim().toLowerCase().replace(/\s/g, '') === wanted.replace(/\s/g, ''),
    );
    if (found !== undefined) return found.trim();
  }
  return undefined;
}

/** Elements of any namespace. */
function all(element: Element, name: string): readonly Element[] {
  return [...element.querySelectorAll('*')].filter(({ localName }) => localName === name);
}

function textIn(element: Element, name: string): string {
  return all(element, name)[0]?.textContent.trim() ?? '';
}
