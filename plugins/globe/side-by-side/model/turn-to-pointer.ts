import type { Disposable } from '#core/kernel';
import { onEachView, type MapView, type Views } from '#core/mapview';
import { worksOn, type PluginHost } from '#core/plugin';
import type { Tools } from '#core/tools';

/** Activates the map under the pointer, unless the active tool does not work there. */
export function turnToPointer(
  views: Views,
  tools: Pick<Tools, 'active'>,
  host: Pick<PluginHost, 'current'>,
): Disposable {
  const suits = (view: MapView): boolean => {
    const { active } = tools;
    if (!active || active.isSelectTool) return true;
    const tool = host.current('tools').find(({ id }) => id === active.id);
    return tool !== undefined && worksOn(tool, view);
  };
  return onEachView(views, (view) =>
    view.listen(({ kind }) => {
      if (kind !== 'leave' && view !== views.active && suits(view)) views.activate(view);
    }),
  );
}
