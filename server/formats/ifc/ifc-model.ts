import { plain, refsIn, type IfcLine, type IfcLines } from './ifc-lines.ts';
import { classificationOf, documentsOf, materialsOf } from './associations.ts';
import { propertiesOf, quantitiesOf, type IfcValue } from './property-values.ts';
import { IfcUnits } from './units.ts';
import type { StepValue } from '../step/step-values.ts';

/** What a thing of a model is. */
export type IfcKind = 'element' | 'node' | 'type' | 'group';

export interface IfcThing {
  kind: IfcKind;
  /** Number of its line, its local id in the fragments. */
  line: number;
  guid: string;
  /** `IfcWall`. */
  class: string;
  name: string | null;
  longName: string | null;
  /** Of a storey, metres; as authored. */
  elevation: number | null;
  /** Lines: of what it is part of or in, of its type, of its groups. */
  parent: number | null;
  type: number | null;
  groups: number[];
  /** Attributes, properties, quantities, materials and classifications of its own, and those of its type. */
  own: IfcValue[];
  inherited: IfcValue[];
  documents: { name: string; location: string | null }[];
}

export interface IfcModel {
  lines: IfcLines;
  units: IfcUnits;
  /** Parents come before what is in them. */
  things: IfcThing[];
  notes: IfcNote[];
}

/** Something left out or doubted: a key below `bim.note.`. */
export interface IfcNote {
  note: 'same-guid' | 'cyclic' | 'no-length-unit' | 'left-out' | 'without-shape' | 'rough-outline';
  values: Record<string, string | number>;
}

/** Attributes that refer to lines, or are shown elsewhere. */
const NOT_SHOWN = new Set([
  'GlobalId',
  'OwnerHistory',
  'ObjectPlacement',
  'Representation',
  'RepresentationMaps',
  'HasPropertySets',
  'RepresentationContexts',
  'UnitsInContext',
]);
const IS_NODE =
  /^IFC(PROJECT|SITE|BUILDING|BUILDINGSTOREY|SPACE|SPATIALZONE|EXTERNALSPATIALELEMENT|FACILITY\w*|BRIDGE|BRIDGEPART|ROAD|ROADPART|RAILWAY|RAILWAYPART|MARINEFACILITY|MARINEPART)$/;

/** Reads what a file says of its elements. */
export function readModel(lines: IfcLines): IfcModel {
  const units = new IfcUnits(lines);
  const notes: IfcNote[] = [];
  if (!units.length) notes.push({ note: 'no-length-unit', values: {} });
  const things = new Map<number, IfcThing>();
  for (const line of lines) {
    const kind = kindOf(lines, line);
    if (kind) things.set(line.line, thingOf(lines, units, kind, line));
  }
  relate(lines, units, things);
  for (const thing of things.values()) inherit(things, thing);
  return { lines, units, things: inOrder(things, notes), notes };
}

function kindOf({ names }: IfcLines, { type }: IfcLine): IfcKind | undefined {
  if (IS_NODE.test(type)) return 'node';
  if (names.is(type, 'ObjectPlacement', 'Representation')) return 'element';
  if (names.is(type, 'HasPropertySets')) return 'type';
  if (
    /^IFC(GROUP|SYSTEM|ZONE|BUILDINGSYSTEM|BUILTSYSTEM|DISTRIBUTIONSYSTEM|DISTRIBUTIONCIRCUIT|INVENTORY|STRUCTURAL\w*GROUP|STRUCTURALLOADCASE|STRUCTURALANALYSISMODEL|ASSET)$/.test(
      type,
    )
  )
    return 'group';
  return undefined;
}

function thingOf(lines: IfcLines, units: IfcUnits, kind: IfcKind, line: IfcLine): IfcThing {
  const elevation = lines.number(line, 'Elevation');
  return {
    kind,
    line: line.line,
    guid: lines.text(line, 'GlobalId') ?? '',
    class: lines.names.nameOf(line.type),
    name: lines.text(line, 'Name'),
    longName: lines.text(line, 'LongName'),
    elevation: elevation === null ? null : elevation * units.metres,
    parent: null,
    type: null,
    groups: [],
    own: attributesOf(lines, line),
    inherited: [],
    documents: [],
  };
}

function attributesOf(lines: IfcLines, line: IfcLine): IfcValue[] {
  return lines.names.attributesOf(line.type).flatMap((name, at) => {
    const text = NOT_SHOWN.has(name) ? null : attributeText(line.values[at] ?? null);
    if (text === null) return [];
    const value = plain(line.values[at]!);
    const number = typeof value === 'number' ? value : null;
    return [{ kind: 'attribute' as const, set: '', name, value: text, number, unit: null }];
  });
}

function attributeText(value: StepValue): string | null {
  const bare = plain(value);
  if (typeof bare === 'string') return bare === '' ? null : bare;
  if (typeof bare === 'number' || typeof bare === 'boolean') return String(bare);
  if (Array.isArray(bare) && bare.length > 0 && bare.every((one) => typeof plain(one) === 'number'))
    return bare.map((one) => String(plain(one))).join(', ');
  return null;
}

function relate(lines: IfcLines, units: IfcUnits, things: Map<number, IfcThing>): void {
  const each = (types: string[], from: string, to: string, use: (thing: IfcThing, other: number) => void) => {
    for (const rel of lines.ofType(...types)) {
      const [other] = refsIn(lines.value(rel, from));
      if (other === undefined) continue;
      for (const line of refsIn(lines.value(rel, to))) {
        const thing = things.get(line);
        if (thing) use(thing, other);
      }
    }
  };
  const into = (thing: IfcThing, other: number) => {
    if (things.has(other)) thing.parent ??= other;
  };
  each(['IFCRELAGGREGATES', 'IFCRELNESTS'], 'RelatingObject', 'RelatedObjects', into);
  each(['IFCRELCONTAINEDINSPATIALSTRUCTURE'], 'RelatingStructure', 'RelatedElements', into);
  each(['IFCRELREFERENCEDINSPATIALSTRUCTURE'], 'RelatingStructure', 'RelatedElements', into);
  each(['IFCRELVOIDSELEMENT'], 'RelatingBuildingElement', 'RelatedOpeningElement', into);
  each(['IFCRELPROJECTSELEMENT'], 'RelatingElement', 'RelatedFeatureElement', into);
  each(['IFCRELFILLSELEMENT'], 'RelatingOpeningElement', 'RelatedBuildingElement', into);
  each(['IFCRELDEFINESBYTYPE'], 'RelatingType', 'RelatedObjects', (thing, other) => (thing.type ??= other));
  each(
    ['IFCRELASSIGNSTOGROUP', 'IFCRELASSIGNSTOGROUPBYFACTOR'],
    'RelatingGroup',
    'RelatedObjects',
    (thing, other) => {
      if (things.has(other)) thing.groups.push(other);
    },
  );
  const sets = new Map<number, IfcValue[]>();
  const valuesOf = (set: number): IfcValue[] => {
    const known = sets.get(set);
    if (known) return known;
    const line = lines.get(set);
    const made = line ? [...propertiesOf(lines, units, line), ...quantitiesOf(lines, units, line)] : [];
    sets.set(set, made);
    return made;
  };
  for (const rel of lines.ofType('IFCRELDEFINESBYPROPERTIES'))
    for (const set of refsIn(lines.value(rel, 'RelatingPropertyDefinition')))
      for (const line of refsIn(lines.value(rel, 'RelatedObjects')))
        things.get(line)?.own.push(...valuesOf(set));
  for (const thing of things.values())
    if (thing.kind === 'type')
      for (const set of refsIn(lines.value(lines.get(thing.line), 'HasPropertySets')))
        thing.own.push(...valuesOf(set));
  associate(lines, things);
}

function associate(lines: IfcLines, things: Map<number, IfcThing>): void {
  const each = (type: string, attribute: string, use: (thing: IfcThing, other: IfcLine) => void) => {
    for (const rel of lines.ofType(type)) {
      const other = lines.referred(rel, attribute);
      if (!other) continue;
      for (const line of refsIn(lines.value(rel, 'RelatedObjects'))) {
        const thing = things.get(line);
        if (thing) use(thing, other);
      }
    }
  };
  each('IFCRELASSOCIATESMATERIAL', 'RelatingMaterial', (thing, other) => {
    for (const value of materialsOf(lines, other))
      thing.own.push({ kind: 'material', set: '', name: 'Material', value, number: null, unit: null });
  });
  each('IFCRELASSOCIATESCLASSIFICATION', 'RelatingClassification', (thing, other) => {
    const { system, text } = classificationOf(lines, other);
    thing.own.push({ kind: 'classification', set: '', name: system, value: text, number: null, unit: null });
  });
  each('IFCRELASSOCIATESDOCUMENT', 'RelatingDocument', (thing, other) =>
    thing.documents.push(...documentsOf(lines, other)),
  );
}

/** What an element has of its type, unless it has it of its own. */
function inherit(things: Map<number, IfcThing>, thing: IfcThing): void {
  const type = thing.type === null ? undefined : things.get(thing.type);
  if (!type) {
    thing.type = null;
    return;
  }
  const key = ({ kind, set, name }: IfcValue) => `${kind}\n${set}\n${name}`;
  const own = new Set(thing.own.map(key));
  thing.inherited = type.own.filter((value) => value.kind !== 'attribute' && !own.has(key(value)));
  if (thing.documents.length === 0) thing.documents = type.documents;
}

/** Parents first. What is part of itself, over however many steps, is part of nothing. */
function inOrder(things: Map<number, IfcThing>, notes: IfcNote[]): IfcThing[] {
  const ordered: IfcThing[] = [];
  const state = new Map<number, 'under way' | 'done'>();
  for (const first of things.values()) {
    const way: IfcThing[] = [];
    let thing: IfcThing | undefined = first;
    while (thing && !state.has(thing.line)) {
      state.set(thing.line, 'under way');
      way.push(thing);
      thing = thing.parent === null ? undefined : things.get(thing.parent);
    }
    if (thing && state.get(thing.line) === 'under way') {
      way.at(-1)!.parent = null;
      notes.push({ note: 'cyclic', values: { line: thing.line } });
    }
    for (const one of way.toReversed()) {
      state.set(one.line, 'done');
      ordered.push(one);
    }
  }
  return ordered;
}
