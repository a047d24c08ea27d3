import { extentOfObject, mayContainText, type MapObject } from '#core/document';
import { titleOf } from '#core/fields';
import type { I18n } from '#core/i18n';
import { runInSlices } from '#core/kernel';
import type { Views } from '#core/mapview';
import type { PaletteItem, PaletteProvider } from '#core/plugin';
import type { OpenProject, Projects } from '#core/project';
import type { Settings } from '#core/settings';
import type { Selection } from '../api.ts';

const MAX_MATCHES = 8;

/** Finds loaded objects by the beginning of their id, or by a word in their attributes. */
export function objectFinder(
  projects: Pick<Projects, 'current'>,
  views: Pick<Views, 'active'>,
  selection: Pick<Selection, 'set'>,
  i18n: Pick<I18n, 'language'>,
  settings: Pick<Settings, 'get'>,
): PaletteProvider {
  return {
    find: async (text, signal) => {
      const searched = text.trim().toLowerCase();
      const project = projects.current;
      const found: PaletteItem[] = [];
      if (!project || searched.length < 2) return found;
      const onMatch = (match: Match | undefined): void => {
        if (!match) return;
        const { object, value } = match;
        const type = project.types.get(object.typeName);
        found.push({
          id: `selection.${object.id}`,
          title: value,
          detail: type ? titleOf(type, i18n) : object.typeName,
          icon: 'locate',
          run: () => {
            selection.set([object.id]);
            views.active?.fly(extentOfObject(object), { zoom: settings.get('flyToZoomLevel') });
          },
        });
      };
      await runInSlices(matches(project, searched), onMatch, signal);
      return found;
    },
  };
}

interface Match {
  readonly object: MapObject;
  readonly value: string;
}

/** Iterates over the objects until enough are found, one per step. */
function* matches({ document }: OpenProject, searched: string): Generator<Match | undefined> {
  const may = mayContainText(searched);
  const found = (object: MapObject): string | undefined => {
    if (object.id.startsWith(searched)) return object.id;
    return may(object) ? matching(object.properties, searched) : undefined;
  };
  let count = 0;
  for (const object of document.values()) {
    const value = found(object);
    yield value === undefined ? undefined : { object, value };
    if (value !== undefined && ++count === MAX_MATCHES) return;
  }
}

function matching(properties: Readonly<Record<string, unknown>>, searched: string): string | undefined {
  for (const value of Object.values(properties)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (String(value).toLowerCase().includes(searched)) return String(value);
  }
  return undefined;
}
