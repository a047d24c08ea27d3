import { observer } from 'mobx-react-lite';
import { PROJECTS } from '#core/project';
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  LengthField,
  RadioGroup,
  downloadText,
  useI18n,
  useObservable,
  useProjectable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { SETTINGS } from '#core/settings';
import { GEODESIC, type Basis } from '../model/basis.ts';
import { csvOf, geoJsonOf } from '../model/export.ts';
import { measureText } from '../model/measure-text.ts';
import { textsOf } from '../model/texts.ts';
import { MEASURES } from '../model/measures.ts';
import { CrsChoice } from './CrsChoice.tsx';
import './MeasurePanel.css';

/** All measurements in a list, and the measuring settings. */
export default observer(function MeasurePanel() {
  const t = useTranslate('measure-2d');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const measures = useService(MEASURES);
  const { plane, groundHeight } = measures;
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  const project = useObservable(open?.project$, open?.project);
  useSetting('units');
  const [workingCrs] = useSetting('workingCrs');
  useProjectable(workingCrs);
  const bases: Readonly<Record<Basis['kind'], () => Basis>> = {
    geodesic: () => GEODESIC,
    plane: () => (plane === undefined ? GEODESIC : { kind: 'plane', crs: plane }),
    ground: () => ({ kind: 'ground', height: groundHeight }),
  };
  return (
    <div className="measure-panel">
      <CrsChoice label={t('crs.measuring')} otherwise={project?.crs} />
      <RadioGroup
        label={t('way')}
        value={measures.basis.kind}
        onChange={(kind) => measures.takeAs(bases[kind as Basis['kind']]())}
        options={[
          { value: 'geodesic', title: t('basis.geodesic') },
          {
            value: 'plane',
            title: plane === undefined ? t('way.plane') : t('basis.plane', { crs: plane }),
            isDisabled: plane === undefined,
          },
          { value: 'ground', title: t('way.ground') },
        ]}
        description={t(plane === undefined ? 'plane.none' : 'way.help')}
      />
      <LengthField
        label={t('ground.height')}
        description={t('ground.help')}
        min={-500}
        max={9000}
        value={groundHeight}
        onChange={(height) => measures.setGroundHeight(height ?? 0)}
      />
      {measures.list.length === 0 ? (
        <EmptyState icon={<Icon name="ruler" size={20} />} title={t('panel.empty')}>
          {t('panel.empty.help')}
        </EmptyState>
      ) : (
        <>
          <ul className="measure-list">
            {measures.list.map((measure) => {
              const text = measureText(measure, textsOf(i18n, settings, measures));
              return (
                <li key={measure.id}>
                  <span className="measure-list-text">
                    {text.title}
                    <span className="g-muted">{text.basis}</span>
                  </span>
                  <IconButton
                    size="s"
                    label={t('panel.remove', { measure: text.title })}
                    icon={<Icon name="close" />}
                    onPress={() => measures.remove(measure.id)}
                  />
                </li>
              );
            })}
          </ul>
          <div className="measure-actions">
            <Button onPress={() => downloadText('measures.csv', csvOf(measures.list, plane))}>
              {t('panel.csv')}
            </Button>
            <Button onPress={() => downloadText('measures.geojson', geoJsonOf(measures.list, plane))}>
              {t('panel.geojson')}
            </Button>
            <Button onPress={() => measures.clear()}>{t('command.clear')}</Button>
          </div>
        </>
      )}
    </div>
  );
});
