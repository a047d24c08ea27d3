import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { allows } from '#core/access';
import { API, type Api } from '#core/api';
import { sentenceOf } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { Button, LengthField, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { SELECTION } from '#plugins/work/selection/api';
import { SURROUNDINGS } from '../model/around/surroundings.ts';
import { MEASURING, type MeasuredPoint, type Sight } from '../model/measuring.ts';
import { pickOnClouds } from '../model/on-cloud.ts';
import { meetModels } from '../model/on-model.ts';
import { meetObjects } from '../model/on-object.ts';
import { meetPlaneOf } from '../model/on-plane.ts';
import { meetTerrain } from '../model/on-terrain.ts';

type Meeting = (api: Api, projectId: string, sight: Sight) => Promise<MeasuredPoint | undefined>;

/** What one line of sight meets: the terrain, selected objects, planes, and for people who may see them models and points of clouds. */
export const OneSight = observer(function OneSight({
  project,
  sight,
}: {
  project: OpenProject;
  sight: Sight;
}) {
  const t = useTranslate('panorama');
  const api = useService(API);
  const { me } = useService(SESSION);
  const measuring = useService(MEASURING);
  const surroundings = useService(SURROUNDINGS);
  const [state, setState] = useState<'asking' | { error: string }>();
  const seesClouds = me != null && allows(me, { needs: ['pointcloud.read'], layers: ['point-cloud'] });
  const seesModels = surroundings.allowed.models;
  const take = async (meet: Meeting, none: string) => {
    setState('asking');
    try {
      const found = await meet(api, project.project.id, sight);
      if (found) measuring.add(found);
      setState(found ? undefined : { error: t(none) });
    } catch (thrown) {
      setState({ error: sentenceOf(thrown) });
    }
  };
  const selection = useService(SELECTION);
  const ids = useObservable(selection.ids$, selection.ids);
  const chosen = ids.flatMap((id) => project.document.get(id) ?? []);
  const meetChosen = () => {
    const found = meetObjects(sight, chosen, measuring.mapAccuracy, t('facade.map'));
    if (found) measuring.add(found);
    setState(found ? undefined : { error: t('facade.none') });
  };
  const passPlane = (corners: 2 | 3) => {
    const found = meetPlaneOf(sight, measuring.points.slice(-corners));
    if (found) measuring.add(found);
    setState(found ? undefined : { error: t('plane.none') });
  };
  return (
    <>
      {seesClouds && (
        <Button isDisabled={state === 'asking'} onPress={() => void take(pickOnClouds, 'cloud.none')}>
          {t('cloud.pick')}
        </Button>
      )}
      <Button isDisabled={state === 'asking'} onPress={() => void take(meetTerrain, 'terrain.none')}>
        {t('terrain.meet')}
      </Button>
      {seesModels && (
        <Button isDisabled={state === 'asking'} onPress={() => void take(meetModels, 'model.none')}>
          {t('model.meet')}
        </Button>
      )}
      {measuring.points.length > 2 && <Button onPress={() => passPlane(3)}>{t('plane.meet')}</Button>}
      {measuring.points.length > 1 && <Button onPress={() => passPlane(2)}>{t('facade.meet')}</Button>}
      {chosen.length > 0 ? (
        <>
          <Button onPress={meetChosen}>{t('facade.chosen', { count: chosen.length })}</Button>
          <LengthField
            label={t('facade.accuracy')}
            value={measuring.mapAccuracy}
            min={0.001}
            max={100}
            step={0.01}
            onChange={(metres) => metres !== undefined && measuring.trustMap(metres)}
          />
        </>
      ) : (
        <p className="g-muted">{t('facade.choose')}</p>
      )}
      {typeof state === 'object' && (
        <p className="g-error" role="alert">
          {state.error}
        </p>
      )}
    </>
  );
});
