import type { Disposable } from '#core/kernel';
import { onEachView, type MapView, type Views } from '#core/mapview';
import { addressOn, type PluginHost } from '#core/plugin';
import type { Tools } from '#core/tools';

/** The map under the pointer is the one in use; not where the tool in hand is of no use there. */
export function turnToPointer(
  views: Views,
  tools: Pick<Tools, 'active'>,
  host: Pick<PluginHost, 'current'>,
): Disposable {
  const suits = (view: MapView): boolean => {
    const { active } = tools;
    if (!active || active.atRest) return true;
    const tool = host.current('tools').find(({ id }) => id === active.id);
    return tool !== undefined && addressOn(tool, view.kind) !== undefined;
  };
  return onEachView(views, (view) =>
    view.listen(({ kind }) => {
      if (kind !== 'leave' && view !== views.active && suits(view)) views.activate(view);
    }),
  );
}
