import type { StepEntity } from '../../../formats/step/step-file.ts';
import type { IdsModel } from '../ids/model.ts';

/** How a list names an element. */
export interface ElementName {
  globalId: string;
  class: string;
  name: string | null;
}

const MAX_CHAIN = 20;

export function nameOf(model: IdsModel, thing: StepEntity): ElementName {
  return {
    globalId: model.text(thing, 'GlobalId') ?? '',
    class: model.schema.entity(thing.type)?.name ?? thing.type,
    name: model.text(thing, 'Name'),
  };
}

export function typeOf(model: IdsModel, thing: StepEntity): string | null {
  const [type] = model.related('type', thing);
  return model.text(type, 'Name') ?? model.text(thing, 'ObjectType');
}

/** The storey it is in, or that of what it is a part of. */
export function storeyOf(model: IdsModel, thing: StepEntity): string | null {
  let at: StepEntity | undefined = thing;
  for (let depth = 0; at && depth < MAX_CHAIN; depth++) {
    if (at.type === 'IFCBUILDINGSTOREY') return model.text(at, 'Name');
    const [up]: StepEntity[] = (['container', 'aggregate', 'nest', 'fill', 'void'] as const).flatMap((each) =>
      at ? model.related(each, at) : [],
    );
    at = up;
  }
  return null;
}

/** Names of its materials, or of those of its type. */
export function materialOf(model: IdsModel, thing: StepEntity): string | null {
  let materials = model.related('material', thing);
  if (materials.length === 0)
    materials = model.related('type', thing).flatMap((type) => model.related('material', type));
  const names = new Set<string>();
  const add = (material: StepEntity, depth: number) => {
    if (material.type === 'IFCMATERIAL') names.add(model.text(material, 'Name') ?? '');
    else if (depth < 5)
      for (const way of WAYS) for (const each of model.referred(material, way)) add(each, depth + 1);
  };
  for (const each of materials) add(each, 0);
  return names.size > 0 ? [...names].join(', ') : null;
}
const WAYS = [
  'ForLayerSet',
  'ForProfileSet',
  'MaterialLayers',
  'MaterialProfiles',
  'MaterialConstituents',
  'Materials',
  'Material',
];
