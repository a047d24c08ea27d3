import { Unusable } from '../../../base/unusable.ts';
import { ifcSchema, type IfcAttribute, type IfcSchema } from '../../../formats/step/ifc-schema.ts';
import { StepFile, type StepEntity } from '../../../formats/step/step-file.ts';
import { Enumerated, Ref, Typed, type StepValue } from '../../../formats/step/step-values.ts';

/** How things of a model are related, by the line of what is related. */
export type RelationName =
  | 'type'
  | 'properties'
  | 'material'
  | 'classification'
  | 'aggregate'
  | 'nest'
  | 'container'
  | 'group'
  | 'void'
  | 'fill';

interface RelationForm {
  entity: string;
  name: RelationName;
  /** Attributes: the part or parts, and the whole or wholes. */
  of: string;
  to: string;
}
const RELATIONS: readonly RelationForm[] = [
  { entity: 'IFCRELDEFINESBYTYPE', name: 'type', of: 'RelatedObjects', to: 'RelatingType' },
  {
    entity: 'IFCRELDEFINESBYPROPERTIES',
    name: 'properties',
    of: 'RelatedObjects',
    to: 'RelatingPropertyDefinition',
  },
  { entity: 'IFCRELASSOCIATESMATERIAL', name: 'material', of: 'RelatedObjects', to: 'RelatingMaterial' },
  {
    entity: 'IFCRELASSOCIATESCLASSIFICATION',
    name: 'classification',
    of: 'RelatedObjects',
    to: 'RelatingClassification',
  },
  {
    entity: 'IFCEXTERNALREFERENCERELATIONSHIP',
    name: 'classification',
    of: 'RelatedResourceObjects',
    to: 'RelatingReference',
  },
  {
    entity: 'IFCMATERIALCLASSIFICATIONRELATIONSHIP',
    name: 'classification',
    of: 'ClassifiedMaterial',
    to: 'MaterialClassifications',
  },
  { entity: 'IFCRELAGGREGATES', name: 'aggregate', of: 'RelatedObjects', to: 'RelatingObject' },
  { entity: 'IFCRELNESTS', name: 'nest', of: 'RelatedObjects', to: 'RelatingObject' },
  {
    entity: 'IFCRELCONTAINEDINSPATIALSTRUCTURE',
    name: 'container',
    of: 'RelatedElements',
    to: 'RelatingStructure',
  },
  { entity: 'IFCRELASSIGNSTOGROUP', name: 'group', of: 'RelatedObjects', to: 'RelatingGroup' },
  { entity: 'IFCRELASSIGNSTOGROUPBYFACTOR', name: 'group', of: 'RelatedObjects', to: 'RelatingGroup' },
  { entity: 'IFCRELVOIDSELEMENT', name: 'void', of: 'RelatedOpeningElement', to: 'RelatingBuildingElement' },
  { entity: 'IFCRELFILLSELEMENT', name: 'fill', of: 'RelatedBuildingElement', to: 'RelatingOpeningElement' },
];

/** Entities kept parsed; the others are parsed again. */
const MAX_KEPT = 200_000;

/** An IFC file with the names of its schema, and how its things are related. */
export class IdsModel {
  readonly file: StepFile;
  readonly schema: IfcSchema;
  readonly #kept = new Map<number, StepEntity | undefined>();
  readonly #relations = new Map<RelationName, Map<number, number[]>>();
  readonly #indices = new Map<string, ReadonlyMap<string, number>>();

  constructor(bytes: Buffer) {
    this.file = new StepFile(bytes);
    const schema = ifcSchema(this.file.schema);
    if (!schema) throw new Unusable('bim.other-schema', { name: '', schema: this.file.schema });
    this.schema = schema;
  }

  get(id: number): StepEntity | undefined {
    if (this.#kept.has(id)) return this.#kept.get(id);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const entity = this.file.get(id);
    this.#kept.set(id, entity);
    return entity;
  }

  /** The attributes of an entity in the order of the file; none if the schema does not know it. */
  attributesOf({ type }: StepEntity): readonly IfcAttribute[] {
    return this.schema.entity(type)?.attributes ?? [];
  }

  /** By the name of an attribute; null if it is missing, derived or not an attribute of this entity. */
  value(entity: StepEntity, name: string): StepValue {
    let indices = this.#indices.get(entity.type);
    if (!indices) {
      indices = new Map(this.attributesOf(entity).map((each, at) => [each.name, at]));
      this.#indices.set(entity.type, indices);
    }
    const at = indices.get(name);
    return at === undefined ? null : (entity.values[at] ?? null);
  }

  text(entity: StepEntity | undefined, name: string): string | null {
    if (!entity) return null;
    const value = plainOf(this.value(entity, name));
    return typeof value === 'string' ? value : null;
  }

  /** What an attribute refers to: one, a list, or a list in a type. */
  referred(entity: StepEntity | undefined, name: string): StepEntity[] {
    return entity ? this.#entitiesIn(this.value(entity, name)) : [];
  }

  /** What a thing is related to. */
  related(name: RelationName, entity: StepEntity): StepEntity[] {
    return (this.#relation(name).get(entity.id) ?? []).flatMap((id) => this.get(id) ?? []);
  }

  #entitiesIn(value: StepValue): StepEntity[] {
    if (value instanceof Ref) return [this.get(value.line)].filter((each) => each !== undefined);
    if (value instanceof Typed) return this.#entitiesIn(value.value);
    return Array.isArray(value) ? value.flatMap((each) => this.#entitiesIn(each)) : [];
  }

  #relation(name: RelationName): Map<number, number[]> {
    const known = this.#relations.get(name);
    if (known) return known;
    const made = new Map<number, number[]>();
    for (const form of RELATIONS) {
      if (form.name !== name) continue;
      for (const id of this.file.idsOf(form.entity)) {
        const relation = this.file.get(id)!;
        const wholes = this.#idsIn(this.value(relation, form.to));
        for (const part of this.#idsIn(this.value(relation, form.of))) {
          const all = made.get(part);
          if (all) all.push(...wholes);
          else made.set(part, [...wholes]);
        }
      }
    }
    this.#relations.set(name, made);
    return made;
  }

  #idsIn(value: StepValue): number[] {
    if (value instanceof Ref) return [value.line];
    if (value instanceof Typed) return this.#idsIn(value.value);
    return Array.isArray(value) ? value.flatMap((each) => this.#idsIn(each)) : [];
  }
}

/** A value without its type: text, number, boolean; null for what is none of them, and for a logical that is unknown. */
export function plainOf(value: StepValue): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Typed) return plainOf(value.value);
  if (!(value instanceof Enumerated)) return null;
  return value.name === 'U' ? null : value.name;
}
