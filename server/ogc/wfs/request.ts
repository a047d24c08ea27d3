import { DIALECTS, WFS_2_0, type WfsVersion } from './dialect.ts';
import { WfsError } from './exceptions.ts';
import { child, children, parseXml, type Element } from './xml.ts';

/** A request, parsed from a URL or XML. */
export interface WfsRequest {
  operation: string;
  dialect: WfsVersion;
  outputFormat: string | undefined;
  /** Type names of DescribeFeatureType, as given. */
  typeNames: string[];
  queries: Query[];
  hits: boolean;
  count: number | undefined;
  startIndex: number;
  /** For GetPropertyValue. */
  valueReference: string | undefined;
  storedQueryIds: string[];
  /** The root element of a request in XML. */
  xml: Element | undefined;
}

/** One query over a type, or a stored query with its parameters. */
export interface Query {
  typeName: string | undefined;
  stored: { id: string; parameters: ReadonlyMap<string, string> } | undefined;
  srsName: string | undefined;
  properties: string[];
  filter: Element | undefined;
  resourceIds: string[];
  /** Numbers and an optional CRS, as given. */
  bbox: string | undefined;
  sort: { reference: string; descending: boolean }[];
}

type Parameters = ReadonlyMap<string, string>;

/** Parses a GET request; parameter names are case-insensitive. Throws 400 when malformed. */
export function fromAddress(query: Record<string, string | string[]>): WfsRequest {
  const parameters = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string' || parameters.has(name.toLowerCase()))
      throw new WfsError('OperationParsingFailed', name.slice(0, 60), 'open.repeated', {
        name: name.slice(0, 60),
      });
    parameters.set(name.toLowerCase(), value);
  }
  const get = (...names: string[]) => names.map((name) => parameters.get(name)).find((value) => value);
  const operation = get('request');
  if (!operation) throw new WfsError('MissingParameterValue', 'request', 'wfs.no-request');
  const service = get('service');
  if (service && service.toUpperCase() !== 'WFS')
    throw new WfsError('InvalidParameterValue', 'service', 'wfs.bad-service', {
      service: service.slice(0, 40),
    });
  return {
    operation,
    dialect: dialectOf(operation, get('version'), get('acceptversions')?.split(',')),
    outputFormat: get('outputformat'),
    typeNames: listOf(get('typenames', 'typename')),
    queries: queriesOf(parameters),
    hits: /^hits$/i.test(get('resulttype') ?? ''),
    count: wholeNumber(get('count', 'maxfeatures'), 'count'),
    startIndex: wholeNumber(get('startindex'), 'startIndex') ?? 0,
    valueReference: get('valuereference'),
    storedQueryIds: listOf(get('storedquery_id')),
    xml: undefined,
  };
}

/** `(a)(b)` is a list for several queries, `a` for one. */
function groups(text: string | undefined): string[] {
  if (text === undefined) return [];
  return text.startsWith('(') ? text.slice(1).replace(/\)$/, '').split(')(') : [text];
}

function queriesOf(parameters: Parameters): Query[] {
  const stored = parameters.get('storedquery_id');
  const names = groups(parameters.get('typenames') ?? parameters.get('typename'));
  const types: (string | undefined)[] = names.length === 1 ? listOf(names[0]) : names;
  const ids = listOf(parameters.get('resourceid') ?? parameters.get('featureid'));
  if (types.length === 0 && (stored || ids.length > 0)) types.push(undefined);
  const part = (n: number, ...keys: string[]) => {
    const values = groups(keys.map((key) => parameters.get(key)).find((value) => value));
    return values.length === 1 ? values[0] : values[n];
  };
  return types.map((typeName, n) => {
    const filter = part(n, 'filter');
    return {
      typeName,
      stored: stored ? { id: stored, parameters } : undefined,
      srsName: part(n, 'srsname'),
      properties: listOf(part(n, 'propertyname')),
      filter: filter ? parseXml(filter) : undefined,
      resourceIds: ids,
      bbox: parameters.get('bbox') || undefined,
      sort: listOf(part(n, 'sortby')).map(sortOf),
    };
  });
}

function sortOf(text: string): Query['sort'][number] {
  const [reference = '', order = ''] = text.trim().split(/[\s+]+/);
  return { reference, descending: /^d(esc)?$/i.test(order) };
}

/** Parses the body of a POST request. */
export function fromXml(root: Element): WfsRequest {
  const attribute = (name: string) => root.attributes.get(name);
  const accepted = child(root, 'AcceptVersions')?.children.map(({ text }) => text);
  const queries = children(root, 'Query', 'StoredQuery').map(queryOfXml);
  return {
    operation: root.name,
    dialect: dialectOf(root.name, attribute('version'), accepted),
    outputFormat: attribute('outputFormat'),
    typeNames: children(root, 'TypeName').map(({ text }) => text),
    queries,
    hits: attribute('resultType') === 'hits',
    count: wholeNumber(attribute('count') ?? attribute('maxFeatures'), 'count'),
    startIndex: wholeNumber(attribute('startIndex'), 'startIndex') ?? 0,
    valueReference: attribute('valueReference'),
    storedQueryIds: children(root, 'StoredQueryId').map(({ text }) => text),
    xml: root,
  };
}

function queryOfXml(element: Element): Query {
  const { attributes } = element;
  const stored = element.name === 'StoredQuery';
  const given = children(element, 'Parameter').map(
    (each) => [(each.attributes.get('name') ?? '').toLowerCase(), each.text] as const,
  );
  const sorting = child(element, 'SortBy')?.children ?? [];
  return {
    typeName: attributes.get('typeNames') ?? attributes.get('typeName'),
    stored: stored ? { id: attributes.get('id') ?? '', parameters: new Map(given) } : undefined,
    srsName: attributes.get('srsName'),
    properties: children(element, 'PropertyName').map(({ text }) => text),
    filter: child(element, 'Filter'),
    resourceIds: [],
    bbox: undefined,
    sort: sorting.map((property) => ({
      reference: child(property, 'ValueReference', 'PropertyName')?.text ?? '',
      descending: /^desc$/i.test(child(property, 'SortOrder')?.text ?? ''),
    })),
  };
}

/** GetCapabilities takes the first version known to both; other operations name theirs. */
function dialectOf(
  operation: string,
  version: string | undefined,
  accepted: readonly string[] | undefined,
): WfsVersion {
  const known = (requested: string | undefined) =>
    DIALECTS.find((dialect) => dialect.version === requested?.replace(/^2\.0\.\d$/, '2.0.0'));
  if (operation.toLowerCase() === 'getcapabilities') {
    if (!accepted) return known(version) ?? WFS_2_0;
    const found = accepted.map((each) => known(each.trim())).find((dialect) => dialect);
    if (found) return found;
    throw new WfsError('VersionNegotiationFailed', 'acceptVersions', 'wfs.bad-version', {
      version: accepted.join(', ').slice(0, 60),
    });
  }
  if (!version) return WFS_2_0;
  const found = known(version);
  if (!found)
    throw new WfsError('InvalidParameterValue', 'version', 'wfs.bad-version', {
      version: version.slice(0, 60),
    });
  return found;
}

function listOf(text: string | undefined): string[] {
  const parts = text?.replace(/^\(|\)$/g, '').split(',') ?? [];
  return parts.map((part) => part.trim()).filter(Boolean);
}

function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new WfsError('InvalidParameterValue', name, 'wfs.bad-number', { name, value: text.slice(0, 40) });
  return Number(text);
}
