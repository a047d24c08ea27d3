import { ContainerModule } from 'inversify';
// for: page command
import { EVENT_BUS } from '#core/events';
// end
// for: tool
import { I18N } from '#core/i18n';
// end
// for: command
import type { Command } from '#core/plugin';
// end
// for: panel
import { onDemand } from '#core/react';
// end
// for: tool
import { SETTINGS } from '#core/settings';
import type { Tool } from '#core/tools';
// end
// for: importer
import { GEOJSON_IMPORTER, type Importer } from '#plugins/files/import/api';
// end
// for: tool
import { NEW_OBJECTS } from '#plugins/work/attributes/api';
// end
// for: page command
import { TALLY } from './api.ts';
// end
// for: tool
import { ParallelSession } from './map/parallel-session.ts';
// end
// for: importer
import { pointsToGeojson } from './model/points.ts';
// end
// for: page command
import { TemplateTally } from './model/tally.ts';
// end
// for: page
import { TemplatePage } from './ui/TemplatePage.tsx';
// end

export default new ContainerModule(({ bind }) => {
  // for: page command
  bind(TALLY)
    .toDynamicValue((context) => new TemplateTally(context.get(EVENT_BUS)))
    .inSingletonScope();
  // end
  // for: command
  bind<Command>('template.add')
    .toDynamicValue((context) => ({ run: () => context.get(TALLY).add() }))
    .inSingletonScope();
  // end
  // for: tool
  bind('template.parallel').toDynamicValue((services): Tool => {
    const [settings, i18n, newObjects] = [
      services.get(SETTINGS),
      services.get(I18N),
      services.get(NEW_OBJECTS),
    ];
    return { start: (context) => new ParallelSession(context, settings, i18n, newObjects) };
  });
  // end
  // for: importer
  bind('template.Importer').toDynamicValue((services): Importer => {
    const geojson = services.get(GEOJSON_IMPORTER);
    return {
      // Requests for a file that the server already has name it by `upload`.
      send: async ({ file, ...request }, options) =>
        geojson.send({ ...request, ...(file && { file: await pointsToGeojson(file) }) }, options),
    };
  });
  // end
  // for: panel
  bind('template.Panel').toConstantValue(onDemand(() => import('./ui/ObjectsPanel.tsx')));
  // end
  // for: page
  bind('template.Page').toConstantValue(TemplatePage);
  // end
});
