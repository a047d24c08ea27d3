import { ContainerModule } from 'inversify';
import { switchMap } from 'rxjs';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { HOST, PANELS } from '#core/plugin';
import { onDemand } from '#core/react';
import { SETTINGS } from '#core/settings';
import type { Placeables } from './api.ts';
import { showOnMaps } from './map/on-the-map.ts';
import { PlaceTool } from './map/place-tool.ts';
import { PLACING_DESK, PlacingDesk } from './model/placing-desk.ts';

export default new ContainerModule(({ bind }) => {
  bind(PLACING_DESK)
    .toDynamicValue((services) => {
      const desk = new PlacingDesk(services.get(API));
      showOnMaps(desk, services.get(VIEWS));
      const host = services.get(HOST);
      host
        .contributions('placeables')
        .pipe(
          switchMap((all) =>
            Promise.all(all.map(({ plugin, source }) => host.service<Placeables>(plugin, source))),
          ),
        )
        .subscribe({
          next: (sources) => desk.follow(sources),
          error: (thrown: unknown) => host.report('placement', thrown),
        });
      return desk;
    })
    .inSingletonScope();
  bind('placement.place').toDynamicValue(
    (services) =>
      new PlaceTool({
        desk: services.get(PLACING_DESK),
        panels: services.get(PANELS),
        settings: services.get(SETTINGS),
      }),
  );
  bind('placement.Panel').toConstantValue(onDemand(() => import('./ui/PlacementPanel.tsx')));
});
