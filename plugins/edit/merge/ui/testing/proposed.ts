import type { MapObject } from '#core/document';
import type { ObjectType, Position } from '#core/protocol';
import { desk, object, selectionOf, targetsOf } from '#core/testing';
import type { MergeKind } from '../../model/merged.ts';
import { Merging } from '../../model/merging.ts';

const TYPE = {
  name: 'parcel',
  title: { en: 'Parcels', it: 'Particelle' },
  fields: [
    { name: 'owner', title: { en: 'Owner', it: 'Proprietario' }, type: 'text', required: true },
    { name: 'value', title: { en: 'Land value', it: 'Valore' }, type: 'number', required: false },
  ],
} as unknown as ObjectType;

function parcel(id: string, west: number, width: number, properties: MapObject['properties']): MapObject {
  const ring: Position[] = [[west, 43], [west + width, 43], [west + width, 43.001], [west, 43.001], [west, 43]]; // prettier-ignore
  return object(id, { type: 'Polygon', coordinates: [ring] }, { typeName: 'parcel', properties });
}

/** Two parcels about to be merged or combined, for the test and stories of the dialog. */
export function proposed(how: MergeKind = 'merge') {
  const small = parcel('small', 12, 0.001, { owner: 'Rossi', value: 30 });
  const large = parcel('large', how === 'merge' ? 12.001 : 12.002, 0.002, { owner: 'Bianchi', value: 50 });
  const { project, settings } = desk([small, large], [TYPE]);
  const merging = new Merging(targetsOf(project, selectionOf(['small', 'large'])));
  merging.propose(project, how);
  return { merging, project, settings };
}
