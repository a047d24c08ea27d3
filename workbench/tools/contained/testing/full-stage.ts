import type { Container } from 'inversify';
import { NEVER } from 'rxjs';
import { API, LIVE } from '#core/api';
import { EVENT_BUS, EventBus } from '#core/events';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { Panels, PANELS, type PluginManifest } from '#core/plugin';
import type { Geometry, Language, ObjectType, PackageManifest } from '#core/protocol';
import { SETTINGS } from '#core/settings';
import { atWork, bindAll, desk, object, selectionOf, servicesOf, targetsOf } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { EDIT_TARGETS, SELECTION } from '#plugins/work/selection/api';
import { textsOf } from '../../../outside-manifest.ts';

const POINT: Geometry = { type: 'Point', coordinates: [12.4924, 41.8902] };

/** The services of a page with an open project of three objects that is not real, and the texts of the plugin. */
export async function pageServices(
  manifest: PackageManifest,
  language: Language,
  manifests: readonly PluginManifest[] = [],
): Promise<Container> {
  const objects = ['a', 'b', 'c'].map((id) => object(id, POINT));
  const types = [...new Set(objects.map(({ typeName }) => typeName))].map((name) => ({
    name,
    title: { en: name, it: name },
  }));
  const { project, settings } = desk(objects, types as unknown as ObjectType[], { manifests });
  const container = await servicesOf(['outside-plugins'], atWork(project, ['*']));
  bindAll(container, [
    [API, { call: () => Promise.reject(new Error('No server here.')) }],
    [LIVE, { on: () => NEVER, follow: () => NEVER }],
    [EVENT_BUS, new EventBus()],
    [VIEWS, { active: undefined, active$: NEVER, all: [], all$: NEVER }],
    [PANELS, new Panels()],
    [SETTINGS, settings],
    [TOASTS, new Toasts()],
    [SELECTION, selectionOf([], project.document)],
    [EDIT_TARGETS, targetsOf(project)],
  ]);
  const i18n = container.get(I18N);
  i18n.setTexts(new Map([[manifest.id, textsOf(manifest)]]));
  await i18n.setLanguage(language);
  return container;
}
