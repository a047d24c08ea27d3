import type { Views } from '#core/mapview';
import { titleOf } from '#core/fields';
import type { I18n } from '#core/i18n';
import type { PaletteItem, PaletteProvider } from '#core/plugin';
import type { Projects } from '#core/project';
import { extentOf } from '#core/document';
import type { Selection } from '../api.ts';

const MOST = 8;

/** Finds loaded objects by the beginning of their id, or by a word in their attributes. */
export function objectFinder(
  projects: Projects,
  views: Views,
  selection: Selection,
  i18n: Pick<I18n, 'language'>,
): PaletteProvider {
  return {
    find: (text) => {
      const wanted = text.trim().toLocaleLowerCase();
      const document = projects.current?.document;
      const found: PaletteItem[] = [];
      if (!document || wanted.length < 2) return Promise.resolve(found);
      for (const { id, typeName, location, properties } of document.values()) {
        const value = id.startsWith(wanted) ? id : matching(properties, wanted);
        if (value === undefined) continue;
        const type = projects.current?.types.get(typeName);
        found.push({
          id: `selection.${id}`,
          title: value,
          detail: type ? titleOf(type, i18n) : typeName,
          icon: 'locate',
          run: () => {
            selection.set([id]);
            views.active?.fly(extentOf(location));
          },
        });
        if (found.length === MOST) break;
      }
      return Promise.resolve(found);
    },
  };
}

function matching(properties: Readonly<Record<string, unknown>>, wanted: string): string | undefined {
  for (const value of Object.values(properties)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (String(value).toLocaleLowerCase().includes(wanted)) return String(value);
  }
  return undefined;
}
