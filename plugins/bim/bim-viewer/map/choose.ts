import { onEachView, type MapView, type Views } from '#core/mapview';
import type { Tools } from '#core/tools';
import type { BimSelection, BimView } from '../api.ts';

/**
 * With the select tool, a click that meets no object of the project chooses the element there; Shift or Ctrl adds. One that
 * meets an object leaves the elements as they are.
 */
export function chooseByClick(views: Views, tools: Pick<Tools, 'active'>, selection: BimSelection): void {
  onEachView(views, (view) => {
    if (!isBimView(view)) return undefined;
    let round = 0;
    return view.listen(({ kind, pixel, shift, ctrl }) => {
      if (kind !== 'click' || (tools.active && !tools.active.isSelectTool)) return;
      // An object of the project is chosen beside the element, to link them.
      if (view.pick(pixel).length > 0) return;
      const mine = ++round;
      const elementAt = async () => {
        const hit = await view.hitAt(pixel);
        return { hit, element: await hit?.element() };
      };
      void elementAt().then(
        ({ hit, element }) => {
          if (mine !== round) return;
          if (!hit && !shift && !ctrl) selection.clear();
          if (!element) return;
          if (shift || ctrl) selection.toggle(element);
          else selection.set([element]);
        },
        () => undefined,
      );
    });
  });
}

function isBimView(view: MapView): view is BimView {
  return view.kind === 'bim';
}
