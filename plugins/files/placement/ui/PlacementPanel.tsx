import { observer } from 'mobx-react-lite';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  Select,
  Skeleton,
  Tabs,
  useService,
  useTranslate,
} from '#core/react';
import { PLACING_DESK } from '../model/placing-desk.ts';
import { PointsPart } from './PointsPart.tsx';
import { SystemPart } from './SystemPart.tsx';
import { TypedPart } from './TypedPart.tsx';
import { Versions } from './Versions.tsx';
import './placement.css';

/** Places an object: its reference systems, where it is by numbers or by control points, and its former places. */
export default observer(function PlacementPanel() {
  const t = useTranslate('placement');
  const desk = useService(PLACING_DESK);
  const { list, opened, failure } = desk;
  if (list.length === 0)
    return (
      <EmptyState icon={<Icon name="pin" size={20} />} title={t('empty')}>
        {t('empty.help')}
      </EmptyState>
    );
  return (
    <div className="plc-panel">
      <Select
        label={t('object')}
        placeholder={t('object.choose')}
        value={opened?.listed.id ?? null}
        options={list.map(({ id, name }) => ({ value: id, title: name }))}
        onChange={(id) => void desk.open(id)}
      />
      {failure !== undefined && (
        <ErrorPanel
          title={t(opened ? 'failed' : 'failed.read')}
          error={failure}
          {...(opened && { onRetry: () => void desk.open(opened.listed.id) })}
        />
      )}
      {opened && desk.draft && <Opened />}
    </div>
  );
});

const Opened = observer(function Opened() {
  const t = useTranslate('placement');
  const desk = useService(PLACING_DESK);
  const { opened, draft, mayPlace } = desk;
  if (!opened || !draft) return <Skeleton lines={3} />;
  return (
    <>
      <p className="g-muted" role="status">
        {t(`found.${draft.found}`)}
        {desk.isChanged && ` · ${t('changed')}`}
      </p>
      <SystemPart />
      <Tabs
        label={t('how')}
        tabs={[
          { id: 'typed', title: t('how.typed'), content: <TypedPart /> },
          { id: 'points', title: t('how.points'), content: <PointsPart /> },
          { id: 'versions', title: t('versions'), content: <Versions /> },
        ]}
      />
      {mayPlace ? (
        <div className="plc-actions">
          <Button
            variant="primary"
            isDisabled={!desk.isChanged || desk.isSaving}
            onPress={() => void desk.save()}
          >
            {t('save')}
          </Button>
          <Button isDisabled={desk.steps === 0} onPress={() => desk.undo()}>
            {t('undo')}
          </Button>
          <Button isDisabled={!desk.isChanged} onPress={() => desk.reset()}>
            {t('reset')}
          </Button>
        </div>
      ) : (
        <p className="g-muted">{t('read-only')}</p>
      )}
    </>
  );
});
