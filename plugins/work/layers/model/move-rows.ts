import type { TreePlace } from '#core/react';
import { groupOf } from './groups.ts';
import type { ProjectLayers } from './project-layers.ts';

/**
 * Moves rows of the panel, layers or whole groups, to a place in it. Who may edit groups moves layers into and out of them
 * so; for others the layers of a group stay together.
 */
export function moveRows(
  layers: ProjectLayers,
  moved: readonly string[],
  { id, position }: TreePlace,
  mayEdit: boolean,
): void {
  const { groups, own } = layers;
  const inside = (row: string) => {
    const group = groups.find((each) => each.id === row);
    if (!group) return [row];
    return own.map(({ typeName }) => typeName).filter((name) => group.typeNames.includes(name));
  };
  const typeNames = moved.flatMap(inside);
  const onto = groups.find((group) => group.id === id);
  const isGroupMoved = moved.some((row) => groups.some((group) => group.id === row));
  const target = inside(id).filter((name) => !typeNames.includes(name));
  // The list shows the topmost layer first: before a row means above it on the map.
  const place = position === 'after' ? 'below' : 'above';
  const next = place === 'above' ? target.at(-1) : target[0];
  if (next === undefined) return;
  const group = onto ? (position === 'on' ? onto : undefined) : groupOf(groups, id);
  // A whole group is never within another.
  if (isGroupMoved && group) return;
  if (mayEdit && !isGroupMoved) layers.setGroup(typeNames, group?.id);
  layers.move(typeNames, next, place);
}
