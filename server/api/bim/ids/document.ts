import { Unusable } from '../../../base/unusable.ts';
import { child, childText, childrenOf, parseXml, type XmlElement } from '../../../formats/xml-tree.ts';
import { XsdPattern } from '../../../formats/xsd-pattern.ts';
import { parseNumber } from './numbers.ts';

export interface IdsRestriction {
  /** `xs:string`, `xs:double`, … */
  base: string;
  enumeration: string[];
  patterns: string[];
  minInclusive?: string;
  maxInclusive?: string;
  minExclusive?: string;
  maxExclusive?: string;
  length?: number;
  minLength?: number;
  maxLength?: number;
}
export type IdsValue = { simple: string } | { restriction: IdsRestriction };
export type IdsCardinality = 'required' | 'optional' | 'prohibited';

export interface IdsEntity {
  name: IdsValue;
  predefinedType?: IdsValue;
}
export type IdsFacet = (
  | ({ kind: 'entity' } & IdsEntity)
  | { kind: 'partOf'; relation?: string; whole: IdsEntity }
  | { kind: 'classification'; value?: IdsValue; system?: IdsValue }
  | { kind: 'attribute'; name: IdsValue; value?: IdsValue }
  | { kind: 'property'; dataType?: string; propertySet: IdsValue; baseName: IdsValue; value?: IdsValue }
  | { kind: 'material'; value?: IdsValue }
) & { cardinality: IdsCardinality; line: number; instructions?: string };

export interface IdsSpecification {
  name: string;
  identifier?: string;
  description?: string;
  instructions?: string;
  ifcVersions: string[];
  cardinality: IdsCardinality;
  applicability: IdsFacet[];
  requirements: IdsFacet[];
  line: number;
}
export interface IdsDocument {
  title: string;
  specifications: IdsSpecification[];
}

const FACETS = ['entity', 'partOf', 'classification', 'attribute', 'property', 'material'];
const RELATIONS = [
  'IFCRELAGGREGATES',
  'IFCRELASSIGNSTOGROUP',
  'IFCRELCONTAINEDINSPATIALSTRUCTURE',
  'IFCRELNESTS',
  'IFCRELVOIDSELEMENT IFCRELFILLSELEMENT',
];
const VERSIONS = /^(IFC2X3|IFC4|IFC4X3|IFC4X3_ADD2)$/;
const BOUNDS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const;
const LENGTHS = ['length', 'minLength', 'maxLength'] as const;
const IGNORED = ['whiteSpace', 'totalDigits', 'fractionDigits', 'annotation'];

/** Parses an IDS 1.0. Throws Unusable `ids.*` and `xml.*` that name the line and what is wrong with it. */
export function parseIds(bytes: Uint8Array): IdsDocument {
  const root = parseXml(bytes);
  if (root.name !== 'ids') throw new Unusable('ids.not-ids', { name: root.name });
  const title = childText(child(root, 'info'), 'title');
  if (!title) throw lacks(root, 'info/title');
  const specifications = childrenOf(child(root, 'specifications'), 'specification');
  if (specifications.length === 0) throw lacks(root, 'specifications/specification');
  return { title, specifications: specifications.map(specificationOf) };
}

function specificationOf(element: XmlElement): IdsSpecification {
  const { name, ifcVersion, identifier, description, instructions } = element.attributes;
  if (!name) throw lacks(element, '@name');
  const ifcVersions = (ifcVersion ?? '').trim().split(/\s+/);
  for (const version of ifcVersions)
    if (!VERSIONS.test(version)) throw unknown(element, '@ifcVersion', version);
  const applicability = child(element, 'applicability');
  if (!applicability) throw lacks(element, 'applicability');
  const cardinality = occurs(applicability);
  const requirements = facetsOf(child(element, 'requirements'), true);
  if (cardinality === 'prohibited' && requirements.length > 0)
    throw new Unusable('ids.prohibited-with-requirements', { line: element.line, name });
  const facets = facetsOf(applicability, false);
  if (facets.length === 0) throw lacks(applicability, 'entity');
  return {
    name,
    ...(identifier && { identifier }),
    ...(description && { description }),
    ...(instructions && { instructions }),
    ifcVersions,
    cardinality,
    applicability: facets,
    requirements,
    line: element.line,
  };
}

function occurs(element: XmlElement): IdsCardinality {
  const { minOccurs = '1', maxOccurs = '1' } = element.attributes;
  if (!/^\d+$/.test(minOccurs)) throw unknown(element, '@minOccurs', minOccurs);
  if (!/^(\d+|unbounded)$/.test(maxOccurs)) throw unknown(element, '@maxOccurs', maxOccurs);
  if (maxOccurs === '0') return 'prohibited';
  return minOccurs === '0' ? 'optional' : 'required';
}

function facetsOf(element: XmlElement | undefined, required: boolean): IdsFacet[] {
  const facets = (element?.children ?? []).map((each) => facetOf(each, required));
  const entities = facets.filter(({ kind }) => kind === 'entity');
  if (entities.length > 1) throw new Unusable('ids.two-entities', { line: entities[1]!.line });
  return facets;
}

function facetOf(element: XmlElement, isRequirement: boolean): IdsFacet {
  const { name: kind, attributes, line } = element;
  if (!FACETS.includes(kind)) throw unknown(element, 'facet', kind);
  const cardinality = attributes['cardinality'] ?? 'required';
  const allowed = kind === 'entity' ? ['required'] : ['required', 'prohibited', 'optional'];
  if (!allowed.includes(cardinality) || (!isRequirement && attributes['cardinality'] !== undefined))
    throw unknown(element, '@cardinality', cardinality);
  const common = {
    cardinality: cardinality as IdsCardinality,
    line,
    ...(attributes['instructions'] && { instructions: attributes['instructions'] }),
  };
  const value = optionalValue(element, 'value');
  switch (kind) {
    case 'entity':
      return { kind, ...entityOf(element), ...common };
    case 'partOf': {
      const { relation } = attributes;
      if (relation !== undefined && !RELATIONS.includes(relation))
        throw unknown(element, '@relation', relation);
      const whole = child(element, 'entity');
      if (!whole) throw lacks(element, 'entity');
      return { kind, ...(relation && { relation }), whole: entityOf(whole), ...common };
    }
    case 'classification':
      return { kind, ...value, ...optionalValue(element, 'system', 'system'), ...common };
    case 'attribute':
      return { kind, name: requiredValue(element, 'name'), ...value, ...common };
    case 'property': {
      const { dataType } = attributes;
      return {
        kind,
        ...(dataType && { dataType }),
        propertySet: requiredValue(element, 'propertySet'),
        baseName: requiredValue(element, 'baseName'),
        ...value,
        ...common,
      };
    }
    default:
      return { kind: 'material', ...value, ...common };
  }
}

function entityOf(element: XmlElement): IdsEntity {
  return {
    name: requiredValue(element, 'name'),
    ...optionalValue(element, 'predefinedType', 'predefinedType'),
  };
}

function requiredValue(element: XmlElement, name: string): IdsValue {
  const found = child(element, name);
  if (!found) throw lacks(element, name);
  return valueOf(found);
}

function optionalValue<K extends string = 'value'>(
  element: XmlElement,
  name: string,
  key: K = 'value' as K,
): Partial<Record<K, IdsValue>> {
  const found = child(element, name);
  return found ? ({ [key]: valueOf(found) } as Record<K, IdsValue>) : {};
}

function valueOf(element: XmlElement): IdsValue {
  const simple = child(element, 'simpleValue');
  if (simple) return { simple: simple.text };
  const restriction = child(element, 'restriction');
  if (!restriction) throw lacks(element, 'simpleValue');
  return { restriction: restrictionOf(restriction) };
}

function restrictionOf(element: XmlElement): IdsRestriction {
  const base = element.attributes['base'];
  if (!base) throw lacks(element, '@base');
  const restriction: IdsRestriction = {
    base: `xs:${base.slice(base.indexOf(':') + 1)}`,
    enumeration: [],
    patterns: [],
  };
  const isNumeric = /^xs:(double|decimal|integer|float|int|long)$/.test(restriction.base);
  for (const facet of element.children) {
    const value = facet.attributes['value'] ?? '';
    const bound = BOUNDS.find((each) => each === facet.name);
    const size = LENGTHS.find((each) => each === facet.name);
    if (facet.name === 'enumeration') restriction.enumeration.push(value);
    else if (facet.name === 'pattern') restriction.patterns.push(patternOf(facet, value));
    else if (bound) {
      if (isNumeric && parseNumber(value) === undefined) throw unknown(facet, bound, value);
      restriction[bound] = value;
    } else if (size) {
      if (!/^\d{1,9}$/.test(value)) throw unknown(facet, size, value);
      restriction[size] = Number(value);
    } else if (!IGNORED.includes(facet.name)) throw unknown(facet, 'restriction', facet.name);
  }
  return restriction;
}

function patternOf(element: XmlElement, value: string): string {
  try {
    XsdPattern.of(value);
  } catch (failure) {
    if (!(failure instanceof Unusable)) throw failure;
    throw new Unusable('ids.pattern', { line: element.line, pattern: value.slice(0, 200) });
  }
  return value;
}

function lacks({ name, line }: XmlElement, part: string): Unusable {
  return new Unusable('ids.lacks', { line, name, part });
}

function unknown({ line }: XmlElement, part: string, value: string): Unusable {
  return new Unusable('ids.unknown', { line, part, value: value.slice(0, 100) });
}
