import type { I18n } from '#core/i18n';
import { AppError } from '#core/kernel';
import { loadCrs, unitOfCrs } from '#core/geodesy';
import type { Projects } from '#core/project';
import type { Settings } from '#core/settings';
import type { Toasts } from '#core/toasts';
import type { Exporter } from '#plugins/files/export/api';
import { designOf } from './design.ts';
import { writeList } from './write-list.ts';

interface Services {
  readonly settings: Pick<Settings, 'get'>;
  readonly projects: Pick<Projects, 'current'>;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly i18n: Pick<I18n, 't'>;
}

/**
 * Writes points, and the corners of lines and areas, as GSI-16 for total stations: in the working CRS, heights above the
 * sea. The format has no place to say so; a message does.
 */
export function gsiExporter({ settings, projects, toasts, i18n }: Services): Exporter {
  const t = (key: string, values?: Record<string, unknown>) => i18n.t(`field-book:${key}`, values);
  return {
    write: async (objects) => {
      const crs = settings.get('workingCrs') ?? '';
      if (crs !== '') await loadCrs(crs);
      if (crs === '' || Number.isNaN(unitOfCrs(crs).metres))
        throw new AppError('invalid', t('exporter.no-plane', { crs }));
      const types = projects.current?.types ?? new Map();
      const { points, twice, geoid } = await designOf(objects, types, { crs, heights: 'sea-level' });
      if (twice.length > 0)
        toasts.show('warning', t('stake.twice', { count: twice.length, name: twice[0]! }));
      toasts.show(
        'info',
        t(geoid === null ? 'exporter.written' : 'exporter.written-heights', { crs, geoid }),
      );
      return new Blob([writeList(points, 'gsi', { crs, name: '' })]);
    },
  };
}
