import type { TextKey, ToolGroup } from '#core/plugin';
import { useI18n } from '#core/react';

export interface Titled {
  readonly plugin: string;
  readonly title: TextKey;
}

/** Returns the translated title of a contribution. */
export function useTitles(): (contribution: Titled) => string {
  const i18n = useI18n();
  return ({ plugin, title }) => i18n.t(title.includes(':') ? title : `${plugin}:${title}`);
}

/** In the order of the rail. */
export const TOOL_GROUPS: readonly ToolGroup[] = ['select', 'draw', 'modify', 'measure', 'view'];

/** Tools grouped, each group in its own order. */
export function inGroups<T extends { readonly group: ToolGroup }>(tools: readonly T[]): T[] {
  return TOOL_GROUPS.flatMap((group) => tools.filter((tool) => tool.group === group));
}
