import { Unusable } from '../../../base/unusable.ts';
import { ifcSchema, type IfcBase, type IfcEntity, type IfcSchema } from '../../../formats/step/ifc-schema.ts';
import type { IdsDocument, IdsFacet, IdsSpecification, IdsValue } from './document.ts';
import { matchesText } from './matching.ts';
import { isInteger, parseNumber } from './numbers.ts';

/**
 * Refuses what no model could ever fulfil: entities and attributes that the schemas do not have, values that cannot be of
 * their type, requirements that contradict what they apply to. Throws Unusable `ids.*` with the line.
 */
export function refuseSenseless({ specifications }: IdsDocument): void {
  for (const specification of specifications) new SenseChecker(specification).check();
}

class SenseChecker {
  readonly #specification: IdsSpecification;
  readonly #schemas: IfcSchema[];

  constructor(specification: IdsSpecification) {
    this.#specification = specification;
    this.#schemas = [...new Set(specification.ifcVersions.flatMap((each) => ifcSchema(each) ?? []))];
  }

  check(): void {
    const { applicability, requirements } = this.#specification;
    const applied = applicability.find((facet) => facet.kind === 'entity');
    const applicable = applied && this.#entities(applied.name, applied.line);
    for (const facet of [...applicability, ...requirements]) this.#facet(facet, applicable);
    for (const facet of requirements) {
      if (facet.kind !== 'entity' || !applicable) continue;
      const wanted = new Set(this.#entities(facet.name, facet.line).map(({ key }) => key));
      if (!applicable.some(({ key }) => wanted.has(key)))
        throw new Unusable('ids.entities-differ', { line: facet.line, value: shown(facet.name) });
    }
  }

  #facet(facet: IdsFacet, applicable: readonly IfcEntity[] | undefined): void {
    switch (facet.kind) {
      case 'entity':
        return void this.#entities(facet.name, facet.line);
      case 'partOf':
        return void this.#entities(facet.whole.name, facet.line);
      case 'attribute':
        return this.#attribute(facet, applicable);
      case 'property':
        return this.#property(facet);
      default:
    }
  }

  /** The entities of the schemas that a name means; each name that is given must be one. */
  #entities(name: IdsValue, line: number): IfcEntity[] {
    const names = 'simple' in name ? [name.simple] : name.restriction.enumeration;
    for (const each of names)
      if (!this.#schemas.some((schema) => schema.entity(each)))
        throw new Unusable('ids.no-entity', { line, value: each });
    const all = this.#schemas.flatMap((schema) => [...schema.entities]);
    const found = all.filter(({ key }) => matchesText(name, key));
    if (found.length === 0) throw new Unusable('ids.no-entity', { line, value: shown(name) });
    return found;
  }

  #attribute(
    facet: Extract<IdsFacet, { kind: 'attribute' }>,
    applicable: readonly IfcEntity[] | undefined,
  ): void {
    const { line, value } = facet;
    const of = this.#schemas.flatMap((schema) =>
      (applicable ?? [...schema.entities])
        .filter((entity) => schema.entity(entity.key) === entity)
        .flatMap(({ attributes }) => attributes)
        .filter(({ name, derived }) => !derived && matchesText(facet.name, name))
        .map(({ type }) => schema.valueTypes(type).map((each) => schema.base(each))),
    );
    if (of.length === 0) throw new Unusable('ids.no-attribute', { line, value: shown(facet.name) });
    if (value && !of.flat().some((base) => fits(value, base)))
      throw new Unusable('ids.value-unfit', { line, value: shown(value), of: shown(facet.name) });
  }

  #property({ dataType, value, line }: Extract<IdsFacet, { kind: 'property' }>): void {
    if (dataType === undefined) return;
    const bases = this.#schemas.map((schema) => schema.base(dataType));
    if (dataType !== dataType.toUpperCase() || bases.every((base) => base === undefined))
      throw new Unusable('ids.no-data-type', { line, value: dataType });
    if (value && !bases.some((base) => fits(value, base)))
      throw new Unusable('ids.value-unfit', { line, value: shown(value), of: dataType });
  }
}

/** Whether a value of this kind could be what is wanted. */
function fits(wanted: IdsValue, base: IfcBase | 'enum' | undefined): boolean {
  if (base === undefined || base === 'list') return false;
  const texts = textsOf(wanted);
  switch (base) {
    case 'string':
    case 'enum':
      return true;
    case 'boolean':
      return texts.every((each) => /^(true|false|0|1)$/.test(each));
    case 'logical':
      return texts.every((each) => /^(true|false|unknown|0|1)$/.test(each));
    default: {
      if ('restriction' in wanted && wanted.restriction.patterns.length > 0) return false;
      return texts.every((each) => (base === 'integer' ? isInteger(each) : parseNumber(each) !== undefined));
    }
  }
}

function textsOf(wanted: IdsValue): string[] {
  return 'simple' in wanted ? [wanted.simple] : wanted.restriction.enumeration;
}

function shown(value: IdsValue): string {
  if ('simple' in value) return value.simple;
  const { enumeration, patterns } = value.restriction;
  return [...enumeration, ...patterns].join(' | ').slice(0, 100);
}
