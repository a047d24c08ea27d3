import type { Api } from '#core/api';
import { bimTree, findBimItems } from '#core/protocol';
import type { Items } from '../api.ts';
import { itemsFrom, NO_ITEMS, unite } from './items.ts';

/** Storeys of several buildings that are as high as each other within a centimetre are one level. */
const SAME = 0.01;

/** The elements of each level of a model, the lowest first. Throws AppError. */
export async function storeyItems(api: Pick<Api, 'call'>, modelId: string): Promise<readonly Items[]> {
  const params = { id: modelId };
  const { data: tree } = await api.call(bimTree, { params, query: {} });
  const storeys = tree.nodes
    .filter((node) => node.class === 'IfcBuildingStorey')
    .toSorted((a, b) => (a.elevation ?? Infinity) - (b.elevation ?? Infinity));
  const levels: Items[] = [];
  let last: number | null = null;
  for (const { globalId, elevation } of storeys) {
    const { data } = await api.call(findBimItems, { params, body: { within: [globalId] } });
    const items = data.groups.map((group) => itemsFrom(modelId, group.items)).reduce(unite, NO_ITEMS);
    const isSame = last !== null && elevation !== null && elevation - last <= SAME;
    if (isSame) levels.push(unite(levels.pop()!, items));
    else levels.push(items);
    last = elevation;
  }
  return levels;
}
