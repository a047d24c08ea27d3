import { NEVER } from 'rxjs';
import { ObjectDocument } from '#core/document';
import { AppError } from '#core/kernel';
import { addCloudAnnotation, listCloudAnnotations } from '#core/protocol';
import { amongShown } from '#core/shapes';
import type { CloudColour, LoneCloud, LoneCloudRequest } from '../api.ts';
import { addressOfCloud } from '../model/address.ts';
import { regionAround } from '../model/exact.ts';
import type { FindCloud } from '../model/found.ts';
import { crsOfView, ProjectClouds } from '../model/stage.ts';
import { StoredPoints } from '../model/stored-point.ts';
import { prepareClouds, type CloudServices } from './open-cloud.ts';

/** Metres of a step of a walk: small, because a finger is held on the button. */
const STEP = 0.5;

export interface LoneCloudServices extends Omit<CloudServices, 'stage' | 'newestClasses'> {
  readonly finder: FindCloud;
  readonly mayWrite: boolean;
}

/** Opens one cloud without its project, of which nothing but the points is read. */
export async function openLoneCloud(
  services: LoneCloudServices,
  { id, stopped }: Pick<LoneCloudRequest, 'id' | 'stopped'>,
): Promise<(element: HTMLElement) => LoneCloud> {
  const { finder, api, t, mayWrite } = services;
  const cloud = await finder.find(id, api);
  // Another search replaced this one, whose page is gone.
  if (!cloud) throw new DOMException('Another cloud is being opened.', 'AbortError');
  const stage = new ProjectClouds(api, { current$: NEVER });
  stage.hold(cloud);
  stage.change({ depthShading: false });
  const isPlaced = crsOfView(cloud) !== null;
  const stored = new StoredPoints(api, () => t('lone.cut-off'));
  // Of a project it draws the objects, and here there are none.
  const nothing = { whole: undefined, dispose: () => {} };
  const opening = await prepareClouds(
    { ...services, stage, follow: () => nothing, newestClasses: (of) => stored.newestClasses(of) },
    { quality: 'phone', stopped },
  );
  if ('nothing' in opening)
    throw new AppError('cloud-not-drawn', cloud.error ?? t(`lone.${opening.nothing}`));
  return (element) => {
    const view = opening.open(element, { document: new ObjectDocument(cloud.projectId) });
    view.step = STEP;
    return {
      name: cloud.name,
      isPlaced,
      placeAt: isPlaced || !mayWrite ? undefined : addressOfCloud(cloud),
      stage,
      view,
      colours: coloursOf(cloud.header),
      async exactPoint(pixel, { coordinates, spacing }) {
        const region = regionAround({ coordinates, spacing, ray: view.rayAt(pixel) });
        const found = await stored.nearest(id, region, amongShown(stage.look));
        if (!found) throw new AppError('no-stored-point', t('exact.none'));
        return found;
      },
      // Annotations are kept by longitude and latitude.
      annotations: async () =>
        isPlaced ? (await api.call(listCloudAnnotations, { params: { id } })).data : [],
      annotate:
        mayWrite && isPlaced
          ? async (body) => (await api.call(addCloudAnnotation, { params: { id }, body })).data
          : undefined,
      dispose: () => view.dispose(),
    };
  };
}

function coloursOf({ hasColour }: { hasColour: boolean }): CloudColour[] {
  return [...(hasColour ? (['rgb'] as const) : []), 'height', 'intensity', 'class'];
}
