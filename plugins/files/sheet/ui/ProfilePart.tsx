import { observer } from 'mobx-react-lite';
import { allows } from '#core/access';
import { API } from '#core/api';
import { EXAGGERATION, listPointclouds, listSurfaces, type SheetProfile } from '#core/protocol';
import {
  Button,
  ComboBox,
  LengthField,
  NumberField,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOOLS } from '#core/tools';
import type { ProfileDraft } from '../model/profile-draft.ts';
import { SHEET_DESK } from '../model/sheet-desk.ts';

/** Width of the strip of points that are the ground, metres. */
const WIDTH = 1;

/** Ground, line, exaggeration and stations of a profile. */
export const ProfilePart = observer(function ProfilePart({ profile }: { profile: ProfileDraft }) {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const tools = useService(TOOLS);
  const selected = useObservable(desk.selected$, []);
  const only = selected.length === 1 ? selected[0] : undefined;
  const find = useGrounds();
  const { ground, groundTitle, line } = profile;
  const lineState = line === undefined ? 'none' : 'objectId' in line ? 'object' : 'drawn';
  return (
    <>
      <ComboBox
        label={t('profile.ground')}
        description={t('profile.ground.help')}
        find={find}
        value={ground ? keyOf(ground) : null}
        valueTitle={groundTitle}
        onChange={(key, option) => {
          if (key === null) return;
          const [kind, id] = key.split(':') as ['surface' | 'cloud', string];
          desk.setProfile({
            ground: kind === 'surface' ? { surface: id } : { cloud: id, width: WIDTH },
            groundTitle: option?.title,
          });
        }}
      />
      {ground && 'cloud' in ground && (
        <LengthField
          label={t('profile.width')}
          value={ground.width}
          onChange={(width) =>
            width !== undefined && width > 0 && desk.setProfile({ ground: { ...ground, width } })
          }
        />
      )}
      <p className="g-muted" role="status">
        {t(`profile.line.${lineState}`)}
      </p>
      <div className="sheet-actions">
        <Button
          size="s"
          isDisabled={only === undefined}
          onPress={() => only !== undefined && desk.setProfileLine({ objectId: only })}
        >
          {t('profile.line.selected')}
        </Button>
        <Button size="s" onPress={() => void tools.activate('sheet.profile')}>
          {t('profile.line.draw')}
        </Button>
      </div>
      <div className="sheet-fields">
        <NumberField
          label={t('profile.exaggeration')}
          value={profile.exaggeration ?? 1}
          min={EXAGGERATION.least}
          max={EXAGGERATION.most}
          onChange={(exaggeration) => desk.setProfile({ exaggeration })}
        />
        <LengthField
          label={t('profile.step')}
          description={t('profile.step.help')}
          value={profile.step}
          min={0}
          onChange={(step) => desk.setProfile({ step: step !== undefined && step > 0 ? step : undefined })}
        />
      </div>
    </>
  );
});

const keyOf = (ground: SheetProfile['ground']): string =>
  'surface' in ground ? `surface:${ground.surface}` : `cloud:${ground.cloud}`;

/** Finds surfaces of the project, and point clouds for people who may see them. */
function useGrounds() {
  const t = useTranslate('sheet');
  const api = useService(API);
  const desk = useService(SHEET_DESK);
  const { me } = useService(SESSION);
  const seesClouds = me != null && allows(me, { needs: ['pointcloud.read'], layers: ['point-cloud'] });
  return async (search: string, signal: AbortSignal) => {
    const id = desk.projectId;
    if (id === undefined) return [];
    const [surfaces, clouds] = await Promise.all([
      api.call(listSurfaces, { params: { id } }, { signal }),
      seesClouds
        ? api.call(listPointclouds, { headers: { projectid: id }, query: { search } }, { signal })
        : { data: [] },
    ]);
    const sought = search.trim().toLowerCase();
    return [
      ...surfaces.data
        .filter(({ name }) => name.toLowerCase().includes(sought))
        .map((one) => ({ value: `surface:${one.id}`, title: one.name, detail: t('profile.surface') })),
      ...clouds.data.map((one) => ({
        value: `cloud:${one.id}`,
        title: one.name,
        detail: t('profile.cloud'),
      })),
    ];
  };
}
