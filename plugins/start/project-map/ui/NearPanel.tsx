import { observer } from 'mobx-react-lite';
import { AppError, sentenceOf } from '#core/kernel';
import { NEAR_PROJECTS } from '#core/protocol';
import {
  Button,
  FileButton,
  Icon,
  LengthField,
  ToggleButton,
  Toolbar,
  useI18n,
  useTranslate,
} from '#core/react';
import { nearGeometriesOf } from '../model/near-file.ts';
import type { NearDrawing, NearKind } from '../model/near-shape.ts';
import type { ProjectMap } from '../model/project-map.ts';

const KINDS: readonly { kind: NearKind; icon: string }[] = [
  { kind: 'point', icon: 'point' },
  { kind: 'linestring', icon: 'line' },
  { kind: 'polygon', icon: 'polygon' },
];
const ACCEPT = ['.geojson', '.json'];
/** Far more than a geometry of the most vertices that the server accepts. */
const MAX_BYTES = 20 * 1024 * 1024;

interface NearPanelProps {
  projects: ProjectMap;
  drawing: NearDrawing;
}

/** Finds projects near a geometry, drawn or from a file. */
export const NearPanel = observer(function NearPanel({ projects, drawing }: NearPanelProps) {
  const t = useTranslate('project-map');
  const i18n = useI18n();
  const { near, nearState, placeless } = projects;
  const read = async (file: File): Promise<void> => {
    drawing.stop();
    try {
      if (file.size > MAX_BYTES) throw new AppError('file.large', file.name);
      await projects.findNear(nearGeometriesOf(await file.text()));
    } catch (thrown) {
      const { id, message } = thrown as AppError;
      const isOurs = thrown instanceof AppError && id.startsWith('file.');
      projects.refuseNear(isOurs ? t(id, { name: file.name, detail: message }) : sentenceOf(thrown));
    }
  };
  return (
    <section className="project-map-near" aria-labelledby="project-map-near">
      <h2 id="project-map-near">{t('near')}</h2>
      <div className="project-map-near-row">
        <Toolbar label={t('near.draw')}>
          {KINDS.map(({ kind, icon }) => (
            <ToggleButton
              key={kind}
              label={t(`near.${kind}`)}
              icon={<Icon name={icon} />}
              isSelected={drawing.kind === kind}
              onChange={(isOn) => (isOn ? drawing.start(kind) : drawing.stop())}
            />
          ))}
        </Toolbar>
        <FileButton accept={ACCEPT} icon={<Icon name="import" />} onFile={(file) => void read(file)}>
          {t('near.file')}
        </FileButton>
        <LengthField
          label={t('near.radius')}
          className="project-map-radius"
          value={projects.radius}
          min={0}
          max={NEAR_PROJECTS.maxRadius}
          step={1000}
          onChange={(metres) => metres !== undefined && projects.setRadius(metres)}
        />
      </div>
      {drawing.kind && (
        <p className="project-map-near-row g-muted">
          <span>{t(`near.${drawing.kind}.help`)}</span>
          {drawing.kind !== 'point' && (
            <Button size="s" variant="primary" isDisabled={!drawing.canFinish} onPress={drawing.finish}>
              {t('near.finish')}
            </Button>
          )}
          <Button size="s" variant="quiet" onPress={drawing.stop}>
            {t('core:dialog.cancel')}
          </Button>
        </p>
      )}
      {nearState === 'finding' && <p role="status">{t('near.finding')}</p>}
      {nearState === 'failed' && (
        <p className="g-error" role="alert">
          {projects.nearError}
        </p>
      )}
      {near && nearState !== 'finding' && (
        <p className="project-map-near-row" role="status">
          <span>
            {near.total > near.distances.size
              ? t('near.most', {
                  shown: i18n.number(near.distances.size),
                  total: i18n.number(near.total),
                })
              : t('near.found', { count: near.total, total: i18n.number(near.total) })}
            {placeless > 0 &&
              ` ${t('near.placeless', { count: placeless, projects: i18n.number(placeless) })}`}
          </span>
          <Button size="s" onPress={projects.clearNear}>
            {t('near.clear')}
          </Button>
        </p>
      )}
    </section>
  );
});
