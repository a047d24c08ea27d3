import type { copyText } from '#core/browser';
import { extentAround, extentOfObject, type MapObject } from '#core/document';
import type { Views } from '#core/mapview';
import type { Command } from '#core/plugin';
import type { Projects } from '#core/project';
import type { Settings } from '#core/settings';
import type { EditTargets, Selection, SelectionFinder } from '../api.ts';
import { objectsWithin } from './within.ts';

interface SelectionCommandDependencies {
  readonly selection: Selection;
  readonly views: Views;
  readonly projects: Projects;
  readonly targets: EditTargets;
}

/** Selects everything in view that is visible and not locked. */
export function selectAll(
  { selection, views, projects, targets }: SelectionCommandDependencies,
  finder: Pick<SelectionFinder, 'find'>,
): Command {
  return {
    disabled: () => (views.active && projects.current ? undefined : 'disabled.map'),
    run: () => {
      const [view, project] = [views.active, projects.current];
      if (!view || !project) return;
      const isSelectable = (object: MapObject) => !targets.isLockedOrHidden(object);
      const { extent } = view.camera;
      const loaded = () => objectsWithin(project.document, extent, false, isSelectable);
      finder.find({ sought: { bbox: extent }, extent, loaded }, (ids) => selection.set(ids));
    },
  };
}

/** Zooms to the selection, at most to the zoom level in the settings. */
export function flyToSelection(
  { selection, views, projects }: SelectionCommandDependencies,
  settings: Settings,
): Command {
  const chosen = () => chosenObjects(selection, projects);
  return {
    disabled: () => {
      if (selection.missing > 0) return 'problem.partial';
      return chosen().length > 0 ? undefined : 'disabled.selection';
    },
    run: () => {
      const [first, ...rest] = chosen();
      if (!first) return;
      if (rest.length === 0 && first.location.type === 'Point')
        views.active?.fly(first.location.coordinates, { zoom: settings.get('flyToZoomLevel') });
      else
        views.active?.fly(extentAround([first, ...rest].map(extentOfObject))!, {
          zoom: settings.get('flyToZoomLevel'),
        });
    },
  };
}

/** Copies the selection as GeoJSON with full precision, without locked layers if `lockCopy` is set. */
export function copySelection(
  { selection, projects, targets }: SelectionCommandDependencies,
  settings: Settings,
  copy: typeof copyText,
  copied: (count: number, to: Awaited<ReturnType<typeof copyText>>) => void,
): Command {
  const free = () =>
    chosenObjects(selection, projects).filter(
      (object) => !(settings.get('lockCopy') && targets.isLocked(object)),
    );
  return {
    disabled: () => {
      if (selection.ids.length === 0) return 'disabled.selection';
      if (selection.missing > 0) return 'problem.partial';
      return free().length > 0 ? undefined : 'disabled.locked';
    },
    run: async () => {
      const objects = free();
      const features = objects.map(({ id, typeName, location, properties }) => ({
        type: 'Feature',
        id,
        geometry: location,
        properties: { ...properties, typeName },
      }));
      const to = await copy(
        JSON.stringify(features.length === 1 ? features[0] : { type: 'FeatureCollection', features }),
      );
      copied(objects.length, to);
    },
  };
}

function chosenObjects(selection: Selection, projects: Projects): MapObject[] {
  const document = projects.current?.document;
  return selection.ids.flatMap((id) => document?.get(id) ?? []);
}
