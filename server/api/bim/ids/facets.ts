import type { StepEntity } from '../../../formats/step/step-file.ts';
import { Enumerated, Typed, type StepValue } from '../../../formats/step/step-values.ts';
import type { IdsEntity, IdsFacet, IdsValue } from './document.ts';
import { matches, matchesText } from './matching.ts';
import { plainOf, type IdsModel, type RelationName } from './model.ts';
import { propertySetsOf } from './properties.ts';
import type { IdsUnits } from './units.ts';

/** Whether a thing fulfils a facet; if not, why: a key below `ids.reason.`, with what was found. */
export type Verdict =
  | { holds: true }
  | {
      holds: false;
      reason: IdsReason;
      found?: string;
      /** Nothing is there at all: an optional facet accepts it. */
      isAbsent: boolean;
    };
export type IdsReason =
  | 'entity'
  | 'predefined-type'
  | 'no-attribute'
  | 'empty'
  | 'value'
  | 'no-set'
  | 'no-property'
  | 'data-type'
  | 'no-material'
  | 'no-classification'
  | 'system'
  | 'no-whole'
  | 'whole'
  | 'prohibited';

const HOLDS: Verdict = { holds: true };
const MAX_CHAIN = 100;
const fails = (reason: IdsReason, found?: string, isAbsent = false): Verdict => ({
  holds: false,
  reason,
  isAbsent,
  ...(found !== undefined && { found: found.slice(0, 200) }),
});

/** Checks facets on the things of one model. */
export class FacetChecker {
  readonly #model: IdsModel;
  readonly #units: IdsUnits;

  constructor(model: IdsModel, units: IdsUnits) {
    this.#model = model;
    this.#units = units;
  }

  check(facet: IdsFacet, thing: StepEntity): Verdict {
    switch (facet.kind) {
      case 'entity':
        return this.entity(facet, thing);
      case 'attribute':
        return this.#attribute(facet, thing);
      case 'property':
        return this.#property(facet, thing);
      case 'material':
        return this.#material(facet.value, thing);
      case 'classification':
        return this.#classification(facet, thing);
      case 'partOf':
        return this.#partOf(facet.relation, facet.whole, thing);
    }
  }

  entity({ name, predefinedType }: IdsEntity, thing: StepEntity): Verdict {
    if (!matchesText(name, thing.type)) return fails('entity', thing.type);
    if (!predefinedType) return HOLDS;
    const type = this.#predefinedType(thing);
    return type !== null && matchesText(predefinedType, type)
      ? HOLDS
      : fails('predefined-type', type ?? undefined);
  }

  /** That of its type comes first; of a user-defined one, the name it was given. */
  #predefinedType(thing: StepEntity): string | null {
    const model = this.#model;
    for (const type of model.related('type', thing)) {
      const inherited = this.#ownPredefinedType(type);
      if (inherited !== null && inherited !== 'NOTDEFINED') return inherited;
    }
    return this.#ownPredefinedType(thing);
  }

  #ownPredefinedType(thing: StepEntity): string | null {
    const model = this.#model;
    const own = plainOf(model.value(thing, 'PredefinedType'));
    if (typeof own === 'string' && own !== 'USERDEFINED') return own;
    for (const attribute of ['ObjectType', 'ElementType', 'ProcessType', 'ResourceType']) {
      const text = model.text(thing, attribute);
      if (text) return text;
    }
    return typeof own === 'string' ? own : null;
  }

  #attribute(facet: Extract<IdsFacet, { kind: 'attribute' }>, thing: StepEntity): Verdict {
    const model = this.#model;
    let last = fails('no-attribute', undefined, true);
    for (const { name, type } of model.attributesOf(thing)) {
      if (!matchesText(facet.name, name)) continue;
      const verdict = this.#attributeValue(facet.value, model.value(thing, name), type.toUpperCase());
      if (verdict.holds) return HOLDS;
      last = verdict;
    }
    return last;
  }

  #attributeValue(wanted: IdsValue | undefined, value: StepValue, type: string): Verdict {
    if (value === null) return fails('no-attribute', undefined, true);
    const isUnknown = value instanceof Enumerated && value.name === 'U';
    if (value === '' || isUnknown || (Array.isArray(value) && value.length === 0)) return fails('empty');
    if (!wanted) return HOLDS;
    const plain = plainOf(value);
    if (plain === null) return fails('value');
    const named = value instanceof Typed ? value.type : type;
    const actual = typeof plain === 'number' ? this.#units.toSi(plain, named, undefined) : plain;
    return matches(wanted, actual) ? HOLDS : fails('value', String(actual));
  }

  #property(facet: Extract<IdsFacet, { kind: 'property' }>, thing: StepEntity): Verdict {
    const all = propertySetsOf(this.#model, this.#units, thing);
    const sets = all.filter(({ name }) => matchesText(facet.propertySet, name));
    if (sets.length === 0) return fails('no-set', undefined, true);
    for (const set of sets) {
      const properties = set.properties.filter(({ name }) => matchesText(facet.baseName, name));
      if (properties.length === 0) return fails('no-property', set.name, true);
      for (const { name, values } of properties) {
        if (values.length === 0) return fails('empty', name, true);
        const wanted = facet.dataType;
        const typed = wanted === undefined ? values : values.filter(({ type }) => type === wanted);
        if (typed.length === 0) return fails('data-type', values[0]!.type);
        const { value: accepted } = facet;
        if (accepted && !typed.some(({ value }) => matches(accepted, value)))
          return fails('value', typed.map(({ value }) => String(value)).join(', '));
      }
    }
    return HOLDS;
  }

  #material(wanted: IdsValue | undefined, thing: StepEntity): Verdict {
    const model = this.#model;
    let materials = model.related('material', thing);
    if (materials.length === 0)
      materials = model.related('type', thing).flatMap((type) => model.related('material', type));
    if (materials.length === 0) return fails('no-material', undefined, true);
    if (!wanted) return HOLDS;
    const names = materials.flatMap((each) => this.#materialNames(each, 0));
    return names.some((each) => matchesText(wanted, each)) ? HOLDS : fails('value', names.join(', '));
  }

  /** Names and categories of a material, a set, and what is in it. */
  #materialNames(material: StepEntity, depth: number): string[] {
    const model = this.#model;
    if (depth > 4) return [];
    const own = ['Name', 'LayerSetName', 'Category'].flatMap((each) => model.text(material, each) ?? []);
    const inside = [
      'ForLayerSet',
      'ForProfileSet',
      'MaterialLayers',
      'MaterialProfiles',
      'MaterialConstituents',
      'Materials',
      'Material',
    ].flatMap((each) => model.referred(material, each));
    return [...own.filter(Boolean), ...inside.flatMap((each) => this.#materialNames(each, depth + 1))];
  }

  #classification(facet: Extract<IdsFacet, { kind: 'classification' }>, thing: StepEntity): Verdict {
    const model = this.#model;
    const own = model.related('classification', thing).map((each) => this.#classificationOf(each));
    const systems = new Set(own.map(({ system }) => system));
    const inherited = model
      .related('type', thing)
      .flatMap((type) => model.related('classification', type))
      .map((each) => this.#classificationOf(each))
      .filter(({ system }) => !systems.has(system));
    const all = [...own, ...inherited];
    if (all.length === 0) return fails('no-classification', undefined, true);
    const { system, value } = facet;
    const ofSystem = system
      ? all.filter((each) => each.system !== null && matchesText(system, each.system))
      : all;
    if (ofSystem.length === 0)
      return fails('system', [...new Set(all.map((each) => each.system ?? ''))].join(', '));
    if (!value) return HOLDS;
    const codes = ofSystem.flatMap((each) => each.codes);
    return codes.some((each) => matchesText(value, each)) ? HOLDS : fails('value', codes[0]);
  }

  /** The system, and the codes of a reference and of all above it. */
  #classificationOf(reference: StepEntity): { system: string | null; codes: string[] } {
    const model = this.#model;
    const codes: string[] = [];
    let at: StepEntity | undefined = reference;
    for (let depth = 0; at && at.type !== 'IFCCLASSIFICATION' && depth < MAX_CHAIN; depth++) {
      const code =
        model.text(at, 'Identification') ?? model.text(at, 'ItemReference') ?? model.text(at, 'Notation');
      if (code) codes.push(code);
      at = model.referred(at, 'ReferencedSource')[0];
    }
    return { system: at?.type === 'IFCCLASSIFICATION' ? model.text(at, 'Name') : null, codes };
  }

  #partOf(relation: string | undefined, whole: IdsEntity, thing: StepEntity): Verdict {
    const wholes = relation === undefined ? this.#allWholes(thing) : this.#wholes(relation, thing);
    if (wholes.length === 0) return fails('no-whole', undefined, true);
    return wholes.some((each) => this.entity(whole, each).holds)
      ? HOLDS
      : fails('whole', wholes.map(({ type }) => type).join(', '));
  }

  #wholes(relation: string, thing: StepEntity): StepEntity[] {
    switch (relation) {
      case 'IFCRELAGGREGATES':
        return this.#chain(thing, ['aggregate']);
      case 'IFCRELNESTS':
        return this.#chain(thing, ['nest']);
      case 'IFCRELASSIGNSTOGROUP':
        return this.#chain(thing, ['group']);
      case 'IFCRELCONTAINEDINSPATIALSTRUCTURE': {
        // What is a part of something is where that is.
        const places = [thing, ...this.#chain(thing, ['aggregate', 'nest', 'fill', 'void'])];
        return places.flatMap((each) => this.#chain(each, ['container']));
      }
      default:
        return this.#chain(thing, ['fill', 'void']);
    }
  }

  #allWholes(thing: StepEntity): StepEntity[] {
    return this.#chain(thing, ['aggregate', 'nest', 'container', 'group', 'fill', 'void']);
  }

  /** What a thing belongs to by these relations, and what that belongs to, each once. */
  #chain(thing: StepEntity, relations: readonly RelationName[]): StepEntity[] {
    const found = new Map<number, StepEntity>();
    let level = [thing];
    for (let depth = 0; level.length > 0 && depth < MAX_CHAIN; depth++) {
      const above = level.flatMap((each) => relations.flatMap((name) => this.#model.related(name, each)));
      level = above.filter(({ id }) => !found.has(id) && id !== thing.id);
      for (const each of level) found.set(each.id, each);
    }
    return [...found.values()];
  }
}
