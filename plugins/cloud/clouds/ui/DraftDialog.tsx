import { observer } from 'mobx-react-lite';
import { PROJECTS } from '#core/project';
import { grants } from '#core/protocol';
import {
  Button,
  Dialog,
  Select,
  Skeleton,
  Switch,
  TextField,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import type { Draft } from '../model/draft.ts';
import { ColumnsField } from './ColumnsField.tsx';
import { CrsField } from './CrsField.tsx';
import { DroppedClouds } from './DroppedClouds.tsx';
import { hasPlace } from '../model/columns.ts';
import { LookFacts } from './LookFacts.tsx';
import { SampleFacts } from './SampleFacts.tsx';
import { UnitFields } from './UnitFields.tsx';
import { Transfer } from './Transfer.tsx';
import './clouds.css';

/** What a file says of itself while it is being sent, and what it is to become. */
export default observer(function DraftDialog() {
  const desk = useService(CLOUD_DESK);
  return (
    <>
      {desk.shown && <DraftForm draft={desk.shown} />}
      {desk.dropped.length > 0 && <DroppedClouds />}
    </>
  );
});

const DraftForm = observer(function DraftForm({ draft }: { draft: Draft }) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const { look, missing, replaces } = draft;
  const open = useService(PROJECTS).current?.project;
  const crsOfProject = open?.id === draft.sending.projectId ? open.crs : undefined;
  const isFromFile = draft.crs === undefined && look !== undefined && look.crs !== null;
  const add = () => {
    draft.add();
    desk.close();
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size="l"
      title={t(replaces ? 'draft.replace' : 'draft.title', {
        name: replaces?.name ?? draft.sending.name,
      })}
      onClose={() => desk.close()}
      footer={
        <>
          {missing !== undefined && <span className="g-muted">{t(missing)}</span>}
          <Button onPress={() => void desk.cancel(draft)}>{t('draft.cancel')}</Button>
          <Button variant="primary" isDisabled={missing !== undefined || draft.isWanted} onPress={add}>
            {t(draft.isComplete ? (replaces ? 'draft.replace.now' : 'draft.add') : 'draft.add.later')}
          </Button>
        </>
      }
    >
      <div className="clouds-form">
        <Transfer draft={draft} />
        {(draft.error ?? draft.lookError) !== undefined && (
          <p className="g-error" role="alert">
            {draft.error ?? draft.lookError}
          </p>
        )}
        {draft.told ? (
          <LookFacts look={draft.told} placedBy={draft.placedBy} />
        ) : (
          draft.lookError === undefined && <Skeleton height={200} />
        )}
        {look?.text && draft.shownColumns && (
          <ColumnsField
            lines={look.header.lines}
            columns={draft.shownColumns}
            faults={look.text.faults}
            onChange={(columns) => draft.setColumns(columns)}
          />
        )}
        {look && <Points draft={draft} />}
        <TextField label={t('name')} value={draft.name} onChange={(name) => draft.setName(name)} isRequired />
        {look && !draft.isLocal && (
          <CrsField
            value={look.crs}
            isFromFile={isFromFile}
            suggested={crsOfProject}
            onChange={(crs) => draft.setCrs(crs)}
          />
        )}
        {look && !isFromFile && (
          <Switch
            isSelected={draft.isLocal}
            onChange={(isLocal) => draft.setLocal(isLocal)}
            description={t('local.help')}
          >
            {t('local')}
          </Switch>
        )}
        {look && look.heightUnit !== null && look.header.format !== 'e57' && (
          <UnitFields
            unit={draft.unit}
            heightUnit={draft.heightUnit}
            hasUnit={look.unit !== null && look.header.format !== 'copc'}
            onChange={(units) => draft.setUnits(units)}
          />
        )}
        {!replaces && <SurveyField draft={draft} />}
      </div>
    </Dialog>
  );
});

/** What its points say, once all of them are there. */
const Points = observer(function Points({ draft }: { draft: Draft }) {
  const t = useTranslate('clouds');
  const { sample, sampleError, shownColumns } = draft;
  if (sample) return <SampleFacts sample={sample} />;
  if (sampleError !== undefined) return <p className="g-error">{sampleError}</p>;
  if (shownColumns && !hasPlace(shownColumns)) return null;
  return <p className="g-muted">{t(draft.isComplete ? 'sample.counting' : 'sample.later')}</p>;
});

const NONE = '';
const NEW = 'new';

/** The survey it belongs to: none, one that exists, or a new one. */
const SurveyField = observer(function SurveyField({ draft }: { draft: Draft }) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const mayCreate = grants(me?.authorizations ?? [], 'files.write');
  return (
    <>
      <Select
        label={t('survey')}
        value={draft.surveyName === undefined ? (draft.surveyId ?? NONE) : NEW}
        options={[
          { value: NONE, title: t('survey.none') },
          ...desk.surveys.map(({ id, name }) => ({ value: id, title: name })),
          ...(mayCreate ? [{ value: NEW, title: t('survey.new') }] : []),
        ]}
        onChange={(value) => {
          if (value === NEW) draft.setSurvey(undefined, '');
          else draft.setSurvey(value === NONE ? undefined : value);
        }}
      />
      {draft.surveyName !== undefined && (
        <TextField
          label={t('survey.name')}
          value={draft.surveyName}
          onChange={(name) => draft.setSurvey(undefined, name)}
          isRequired
        />
      )}
    </>
  );
});
