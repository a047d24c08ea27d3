import { ContainerModule } from 'inversify';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { NARROW } from '#core/react';
import { TOOLS } from '#core/tools';
import { LAYOUT } from '#plugins/work/map-2d/api';
import { GLOBES } from '#plugins/globe/map-3d/api';
import { linkWhileDivided, toggleCommand } from './model/side-by-side.ts';
import { Divider } from './ui/Divider.tsx';

export default new ContainerModule(({ bind }) => {
  bind('side-by-side.toggle')
    .toDynamicValue((services) => {
      const [layout, host] = [services.get(LAYOUT), services.get(HOST)];
      linkWhileDivided({
        layout,
        views: services.get(VIEWS),
        globes: services.get(GLOBES),
        tools: services.get(TOOLS),
        host,
      });
      return toggleCommand(layout, host, window.matchMedia(NARROW));
    })
    .inSingletonScope();
  bind('side-by-side.Divider').toConstantValue(Divider);
});
