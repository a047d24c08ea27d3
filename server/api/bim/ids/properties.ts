import type { StepEntity } from '../../../formats/step/step-file.ts';
import { Enumerated, Typed, type StepValue } from '../../../formats/step/step-values.ts';
import { plainOf, type IdsModel } from './model.ts';
import type { IdsUnits } from './units.ts';
import type { Actual } from './matching.ts';

/** A value with its type, upper case. */
export interface TypedActual {
  type: string;
  value: Actual;
}
export interface FoundProperty {
  name: string;
  /** More than one of lists, tables and enumerations; empty without a value, or of a kind that IDS cannot check. */
  values: TypedActual[];
}
export interface FoundSet {
  name: string;
  properties: FoundProperty[];
}

/** Attributes of a quantity that hold its value, and the measure it is. */
const QUANTITIES: Readonly<Record<string, [string, string]>> = {
  IFCQUANTITYLENGTH: ['LengthValue', 'IFCLENGTHMEASURE'],
  IFCQUANTITYAREA: ['AreaValue', 'IFCAREAMEASURE'],
  IFCQUANTITYVOLUME: ['VolumeValue', 'IFCVOLUMEMEASURE'],
  IFCQUANTITYWEIGHT: ['WeightValue', 'IFCMASSMEASURE'],
  IFCQUANTITYCOUNT: ['CountValue', 'IFCCOUNTMEASURE'],
  IFCQUANTITYTIME: ['TimeValue', 'IFCTIMEMEASURE'],
  IFCQUANTITYNUMBER: ['NumberValue', 'IFCNUMERICMEASURE'],
};
/** Where a set keeps its properties, by schema and kind. */
const MEMBERS = ['HasProperties', 'Quantities', 'Properties', 'ExtendedProperties'];

/** The property sets of a thing, with those of its type where it does not overrule them. */
export function propertySetsOf(model: IdsModel, units: IdsUnits, thing: StepEntity): FoundSet[] {
  const reader = new SetReader(model, units);
  const sets = new Map<string, FoundSet>();
  const add = (set: FoundSet) => {
    const known = sets.get(set.name);
    if (!known) return void sets.set(set.name, set);
    const names = new Set(set.properties.map(({ name }) => name));
    known.properties = [...known.properties.filter(({ name }) => !names.has(name)), ...set.properties];
  };
  for (const type of model.related('type', thing))
    for (const set of model.referred(type, 'HasPropertySets')) add(reader.read(set));
  for (const set of model.referred(thing, 'HasPropertySets')) add(reader.read(set));
  for (const set of model.related('properties', thing)) add(reader.read(set));
  for (const set of materialSets(model, thing)) add(reader.read(set));
  return [...sets.values()];
}

/** Materials and profiles: their sets refer to them. */
function materialSets(model: IdsModel, thing: StepEntity): StepEntity[] {
  const ways: readonly (readonly [string, string])[] = [
    ['IFCMATERIALPROPERTIES', 'Material'],
    ['IFCEXTENDEDMATERIALPROPERTIES', 'Material'],
    ['IFCPROFILEPROPERTIES', 'ProfileDefinition'],
  ];
  if (!/^IFCMATERIAL|PROFILEDEF$/.test(thing.type)) return [];
  return ways.flatMap(([type, attribute]) =>
    model.file
      .idsOf(type)
      .flatMap((id) => model.get(id) ?? [])
      .filter((set) => model.referred(set, attribute).some(({ id }) => id === thing.id)),
  );
}

class SetReader {
  readonly #model: IdsModel;
  readonly #units: IdsUnits;

  constructor(model: IdsModel, units: IdsUnits) {
    this.#model = model;
    this.#units = units;
  }

  read(set: StepEntity): FoundSet {
    const model = this.#model;
    const name = model.text(set, 'Name') ?? '';
    const key = MEMBERS.find((each) => Array.isArray(model.value(set, each)));
    if (key) return { name, properties: model.referred(set, key).map((each) => this.#property(each)) };
    // A predefined set: its attributes are its properties.
    const isPredefined = model.schema.isA(set.type, 'IFCPROPERTYSETDEFINITION');
    const own = isPredefined ? model.attributesOf(set).slice(4) : [];
    const properties = own.map((attribute, at) => ({
      name: attribute.name,
      values: this.#values(set.values[at + 4] ?? null, undefined, attribute.type.toUpperCase()),
    }));
    return { name, properties };
  }

  #property(property: StepEntity): FoundProperty {
    const model = this.#model;
    const name = model.text(property, 'Name') ?? '';
    const [unit] = model.referred(property, 'Unit');
    const of = (attribute: string, by = unit) => this.#values(model.value(property, attribute), by);
    const quantity = QUANTITIES[property.type];
    if (quantity)
      return { name, values: this.#values(model.value(property, quantity[0]), unit, quantity[1]) };
    switch (property.type) {
      case 'IFCPROPERTYSINGLEVALUE':
        return { name, values: of('NominalValue') };
      case 'IFCPROPERTYENUMERATEDVALUE': {
        const [enumeration] = model.referred(property, 'EnumerationReference');
        return { name, values: of('EnumerationValues', model.referred(enumeration, 'Unit')[0]) };
      }
      case 'IFCPROPERTYLISTVALUE':
        return { name, values: of('ListValues') };
      case 'IFCPROPERTYBOUNDEDVALUE':
        return {
          name,
          values: ['UpperBoundValue', 'LowerBoundValue', 'SetPointValue'].flatMap((one) => of(one)),
        };
      case 'IFCPROPERTYTABLEVALUE': {
        const [defining] = model.referred(property, 'DefiningUnit');
        const [defined] = model.referred(property, 'DefinedUnit');
        return { name, values: [...of('DefiningValues', defining), ...of('DefinedValues', defined)] };
      }
      default:
        return { name, values: [] };
    }
  }

  /** `type`: of a value that does not name its own. */
  #values(value: StepValue, unit: StepEntity | undefined, type = ''): TypedActual[] {
    if (Array.isArray(value)) return value.flatMap((each) => this.#values(each, unit, type));
    const plain = plainOf(value);
    if (plain === null || plain === '') return [];
    const named =
      value instanceof Typed ? value.type : value instanceof Enumerated && !type ? 'IFCLABEL' : type;
    const si = typeof plain === 'number' ? this.#units.toSi(plain, named, unit) : plain;
    return [{ type: named, value: si }];
  }
}
