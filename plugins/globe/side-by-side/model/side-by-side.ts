import { distinctUntilChanged, map } from 'rxjs';
import { Lifetime } from '#core/kernel';
import type { Views } from '#core/mapview';
import type { Command, PluginHost } from '#core/plugin';
import type { Tools } from '#core/tools';
import type { WorkspaceLayout } from '#plugins/work/map-2d/api';
import type { Globes } from '#plugins/globe/map-3d/api';
import { linkCameras } from './linked-cameras.ts';
import { turnToPointer } from './turn-to-pointer.ts';

interface SideBySideDependencies {
  layout: WorkspaceLayout;
  views: Views;
  globes: Globes;
  tools: Pick<Tools, 'active'>;
  host: Pick<PluginHost, 'current'>;
}

/** While both maps are visible, links their cameras and activates the one under the pointer. */
export function linkWhileDivided({ layout, views, globes, tools, host }: SideBySideDependencies): void {
  let linked: Lifetime | undefined;
  const divided$ = layout.share$.pipe(
    map((share) => share !== undefined),
    distinctUntilChanged(),
  );
  divided$.subscribe((divided) => {
    linked?.dispose();
    linked = divided ? new Lifetime() : undefined;
    linked?.add(linkCameras(views, globes));
    linked?.add(turnToPointer(views, tools, host));
  });
}

/** `narrow`: no room for two. */
export function toggleCommand(
  layout: WorkspaceLayout,
  host: Pick<PluginHost, 'current'>,
  narrow: Pick<MediaQueryList, 'matches'>,
): Command {
  return {
    run: () => layout.divide(layout.share === undefined ? 0.5 : undefined),
    disabled: () => {
      if (host.current('viewers').length < 2) return 'reason.one';
      return narrow.matches ? 'reason.narrow' : undefined;
    },
  };
}
