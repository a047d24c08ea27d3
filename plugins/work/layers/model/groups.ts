import type { LayerState } from '#core/mapview';
import type { LayerGroup, Style } from '#core/protocol';

/** A row of the panel: a layer, or a group with its layers, the topmost first. */
export type StackItem =
  | { readonly kind: 'layer'; readonly state: LayerState }
  | { readonly kind: 'group'; readonly group: LayerGroup; readonly layers: readonly LayerState[] };

export function groupOf(groups: readonly LayerGroup[], typeName: string): LayerGroup | undefined {
  return groups.find(({ typeNames }) => typeNames.includes(typeName));
}

/** Layers (bottom first) as rows, the topmost first: a group is where its topmost layer is. Groups without layers are left out. */
export function itemsOf(states: readonly LayerState[], groups: readonly LayerGroup[]): StackItem[] {
  const items: StackItem[] = [];
  const seen = new Set<LayerGroup>();
  const topFirst = [...states].reverse();
  for (const state of topFirst) {
    const group = groupOf(groups, state.typeName);
    if (!group) items.push({ kind: 'layer', state });
    else if (!seen.has(group)) {
      seen.add(group);
      const layers = topFirst.filter(({ typeName }) => group.typeNames.includes(typeName));
      items.push({ kind: 'group', group, layers });
    }
  }
  return items;
}

/** Layers (bottom first) with those of a group together. */
export function gathered(
  states: readonly LayerState[],
  groups: readonly LayerGroup[],
): readonly LayerState[] {
  if (groups.length === 0) return states;
  return itemsOf(states, groups)
    .flatMap((item) => (item.kind === 'layer' ? [item.state] : item.layers))
    .reverse();
}

/** Layers as their groups let them be drawn. `hidden`: ids of groups that are switched off. */
export function withGroups(
  states: readonly LayerState[],
  groups: readonly LayerGroup[],
  hidden: readonly string[],
): readonly LayerState[] {
  if (groups.length === 0) return states;
  return states.map((state) => {
    const group = groupOf(groups, state.typeName);
    if (!group) return state;
    return {
      ...state,
      visible: state.visible && !hidden.includes(group.id),
      opacity: state.opacity * group.opacity,
      style: inRange(state.style, group),
    };
  });
}

/** The scales from 1 : `minScale` to 1 : `maxScale` at which a layer is drawn: its own, within those of its group. */
export interface DrawnScales {
  readonly minScale: number | undefined;
  readonly maxScale: number | undefined;
}

export function scalesOf({ style, typeName }: LayerState, groups: readonly LayerGroup[]): DrawnScales {
  return within(style, groupOf(groups, typeName) ?? {});
}

function within(
  style: Style,
  { minScale, maxScale }: Pick<LayerGroup, 'minScale' | 'maxScale'>,
): DrawnScales {
  const smallest = Math.min(style.minScale ?? Infinity, minScale ?? Infinity);
  const largest = Math.max(style.maxScale ?? 0, maxScale ?? 0);
  return {
    minScale: Number.isFinite(smallest) ? smallest : undefined,
    maxScale: largest > 0 ? largest : undefined,
  };
}

/** Of styles are remembered what is computed from them: the same style in the same range is the same object. */
const ranged = new WeakMap<Style, { readonly key: string; readonly style: Style }>();

function inRange(style: Style, { minScale, maxScale }: LayerGroup): Style {
  if (minScale === undefined && maxScale === undefined) return style;
  const key = `${minScale} ${maxScale}`;
  const known = ranged.get(style);
  if (known?.key === key) return known.style;
  const scales = within(style, { minScale, maxScale });
  const made: Style = {
    ...style,
    version: 2,
    ...(scales.minScale !== undefined && { minScale: scales.minScale }),
    ...(scales.maxScale !== undefined && { maxScale: scales.maxScale }),
  };
  ranged.set(style, { key, style: made });
  return made;
}

/** The groups with these layers in the group with this id, or in none; groups that become empty are removed. */
export function regrouped(
  groups: readonly LayerGroup[],
  typeNames: readonly string[],
  id: string | undefined,
): readonly LayerGroup[] {
  return groups
    .map((group) => {
      const others = group.typeNames.filter((name) => !typeNames.includes(name));
      if (group.id === id) return { ...group, typeNames: [...others, ...typeNames] };
      return others.length === group.typeNames.length ? group : { ...group, typeNames: others };
    })
    .filter((group) => group.typeNames.length > 0);
}
