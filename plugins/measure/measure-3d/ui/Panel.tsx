import { observer } from 'mobx-react-lite';
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  LengthField,
  Select,
  downloadText,
  useI18n,
  useProjectable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { SETTINGS } from '#core/settings';
import { GROUND } from '#plugins/globe/map-3d/api';
import { csvOf, geoJsonOf } from '../model/export.ts';
import { textOf, wordsOf } from '../model/reading-text.ts';
import { SPACE_MEASURES } from '../model/measures.ts';
import { ProfileView } from './ProfileView.tsx';
import './Panel.css';

const NO_TERRAIN = 'none';

/** All 3D measurements, charts of profiles, and settings for volumes and viewsheds. */
export default observer(function Panel() {
  const t = useTranslate('measure-3d');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const measures = useService(SPACE_MEASURES);
  const ground = useService(GROUND);
  const surface = ground.describe();
  const { others } = ground;
  useSetting('units');
  const [workingCrs] = useSetting('workingCrs');
  useProjectable(workingCrs);
  const { choices } = measures;
  const words = wordsOf(i18n, settings);
  return (
    <div className="space-panel">
      <p className="g-muted">{surface ? t('panel.terrain', { name: surface.name }) : t('note.no-terrain')}</p>
      {measures.list.length === 0 ? (
        <EmptyState icon={<Icon name="ruler" size={20} />} title={t('panel.empty')}>
          {t('panel.empty.help')}
        </EmptyState>
      ) : (
        <>
          <ul className="space-list">
            {measures.list.map((measure) => {
              const text = textOf(measure, words);
              return (
                <li key={measure.id}>
                  <div className="space-row">
                    <span>{text.title}</span>
                    <IconButton
                      size="s"
                      label={t('panel.remove', { measure: text.title })}
                      icon={<Icon name="close" />}
                      onPress={() => measures.remove(measure.id)}
                    />
                  </div>
                  {measure.reading?.profile && <ProfileView profile={measure.reading.profile} />}
                </li>
              );
            })}
          </ul>
          <div className="space-actions">
            <Button onPress={() => downloadText('measures-3d.csv', csvOf(measures.list))}>
              {t('panel.csv')}
            </Button>
            <Button onPress={() => downloadText('measures-3d.geojson', geoJsonOf(measures.list))}>
              {t('panel.geojson')}
            </Button>
            <Button onPress={() => measures.clear()}>{t('command.clear')}</Button>
          </div>
        </>
      )}
      <LengthField
        label={t('base')}
        description={t('base.help')}
        value={choices.base}
        onChange={(base) => measures.choose({ base })}
      />
      {others.length > 0 && (
        <Select
          label={t('base.terrain')}
          description={t('base.terrain.help')}
          value={choices.baseTerrain ?? NO_TERRAIN}
          onChange={(id) => measures.choose({ baseTerrain: id === NO_TERRAIN ? undefined : id })}
          options={[
            { value: NO_TERRAIN, title: t('base.terrain.none') },
            ...others.map(({ id, name }) => ({ value: id, title: name })),
          ]}
        />
      )}
      <LengthField
        label={t('accuracy')}
        description={t('accuracy.help')}
        min={0}
        max={1000}
        value={choices.accuracy}
        onChange={(accuracy) => measures.choose({ accuracy })}
      />
      <LengthField
        label={t('eye')}
        description={t('eye.help')}
        min={0}
        max={1000}
        value={choices.eye}
        onChange={(eye) => measures.choose({ eye: eye ?? 0 })}
      />
      <LengthField
        label={t('target')}
        description={t('target.help')}
        min={0}
        max={1000}
        value={choices.target}
        onChange={(target) => measures.choose({ target: target ?? 0 })}
      />
    </div>
  );
});
