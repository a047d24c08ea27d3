import { observer } from 'mobx-react-lite';
import {
  Button,
  downloadText,
  EmptyState,
  Icon,
  IconButton,
  LengthField,
  Select,
  useI18n,
  useObservable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { SETTINGS } from '#core/settings';
import { CLOUD_STAGE } from '#plugins/cloud/point-cloud/api';
import { CLOUD_MEASURES } from '../model/cloud-measures.ts';
import { csvOf } from '../model/export.ts';
import { textOf } from '../model/reading-text.ts';
import type { VolumeBaseKind } from '../model/request.ts';
import { Deviation } from './Deviation.tsx';
import { TerrainBase } from './TerrainBase.tsx';
import './measure-panel.css';

const BASES: readonly VolumeBaseKind[] = ['rim', 'height', 'cloud', 'terrain'];

/** All measurements on clouds, their options, and the deviation of two clouds. */
export default observer(function MeasurePanel() {
  const t = useTranslate('cloud-measure');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const measures = useService(CLOUD_MEASURES);
  const stage = useService(CLOUD_STAGE);
  const clouds = useObservable(stage.clouds$, stage.clouds);
  useSetting('units');
  const { choices, list } = measures;
  return (
    <div className="cms-panel">
      {list.length === 0 ? (
        <EmptyState icon={<Icon name="ruler" size={20} />} title={t('empty')}>
          {t('empty.help')}
        </EmptyState>
      ) : (
        <>
          <ul className="cms-list">
            {list.map((figure) => {
              const text = textOf(figure, { i18n, settings });
              return (
                <li key={figure.id}>
                  <span>{text.title}</span>
                  <IconButton
                    size="s"
                    label={t('remove', { measure: text.title })}
                    icon={<Icon name="close" />}
                    onPress={() => measures.remove(figure.id)}
                  />
                </li>
              );
            })}
          </ul>
          <div className="cms-actions">
            <Button onPress={() => downloadText('cloud-measures.csv', csvOf(list))}>{t('csv')}</Button>
            <Button onPress={() => measures.clear()}>{t('command.clear')}</Button>
          </div>
        </>
      )}
      <LengthField
        label={t('radius')}
        description={t('radius.help')}
        min={0.001}
        max={1000}
        value={choices.radius}
        onChange={(radius) => radius !== undefined && measures.choose({ radius })}
      />
      <Select
        label={t('base')}
        value={choices.base}
        onChange={(base) => measures.choose({ base: base as VolumeBaseKind })}
        options={BASES.map((base) => ({ value: base, title: t(`base.${base}`) }))}
      />
      {choices.base === 'height' && (
        <LengthField
          label={t('base.at')}
          description={t('base.at.help')}
          value={choices.height}
          onChange={(height) => measures.choose({ height })}
        />
      )}
      {choices.base === 'cloud' && (
        <Select
          label={t('base.which')}
          value={choices.baseCloud ?? null}
          onChange={(baseCloud) => measures.choose({ baseCloud })}
          options={clouds.map(({ id, name }) => ({ value: id, title: name }))}
        />
      )}
      {choices.base === 'terrain' && <TerrainBase />}
      <LengthField
        label={t('cell')}
        description={t('cell.help')}
        min={0.001}
        max={1000}
        value={choices.cell}
        onChange={(cell) => measures.choose({ cell })}
      />
      <Deviation clouds={clouds} />
    </div>
  );
});
