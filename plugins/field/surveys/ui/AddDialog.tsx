import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { PANELS } from '#core/plugin';
import {
  Button,
  Dialog,
  Form,
  NumberField,
  Select,
  Skeleton,
  TextField,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { DOCUMENT_SENDINGS } from '#plugins/files/documents/api';
import { ARRIVAL } from '../model/arrival.ts';
import { GIVEN_FILES } from '../model/given-files.ts';
import { SURVEY_DESK } from '../model/survey-desk.ts';

const NEW = '';
const KINDS = ['panorama', 'track', 'photo', 'document'] as const;

/** What was dropped on the project: what each file becomes, and of which survey it is. */
export default observer(function AddDialog() {
  const t = useTranslate('surveys');
  const i18n = useI18n();
  const given = useService(GIVEN_FILES);
  const desk = useService(SURVEY_DESK);
  const arrival = useService(ARRIVAL);
  const panels = useService(PANELS);
  const sendings = useService(DOCUMENT_SENDINGS);
  const { projectId, files, day } = given;
  const [chosenId, setSurveyId] = useState<string>();
  const [typedName, setName] = useState<string>();
  const [typedOffset, setOffset] = useState<number>();
  useEffect(() => {
    if (projectId !== undefined) void desk.open(projectId);
  }, [desk, projectId]);
  // Of one day there is seldom more than one.
  const surveyId = chosenId ?? desk.surveys.find(({ surveyedOn }) => surveyedOn === day)?.id ?? NEW;
  const suggested = t('add.name', {
    date: i18n.date(day ?? new Date().toISOString(), { dateStyle: 'medium' }),
  });
  const name = typedName ?? suggested;
  const cameraOffset = typedOffset ?? offsetOn(day);
  const add = async () => {
    const survey =
      desk.surveys.find(({ id }) => id === surveyId) ??
      (await desk.create({ name: name.trim(), surveyedOn: day ?? null, cameraOffset }));
    desk.addClassified(survey, files!);
    given.close();
    panels.open('surveys.panel');
    void arrival.follow(survey);
  };
  const attach = () => {
    sendings.add(
      { projectId: projectId! },
      files!.map(({ file }) => file),
    );
    given.close();
    panels.open('documents.files');
  };
  const isNew = surveyId === NEW;
  return (
    <Dialog
      isOpen
      keepOpen
      title={t('add.title')}
      onClose={() => given.close()}
      footer={
        <>
          <Button isDisabled={!files} onPress={attach}>
            {t('add.attach')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="surveys-add"
            isDisabled={!files || (isNew && name.trim() === '')}
          >
            {t('add.add')}
          </Button>
        </>
      }
    >
      <Form id="surveys-add" onSubmit={add}>
        {given.error !== undefined && (
          <p className="g-error" role="alert">
            {given.error}
          </p>
        )}
        {files ? (
          <ul className="surveys-found">
            {KINDS.filter((kind) => given.count(kind) > 0).map((kind) => (
              <li key={kind}>{t(`add.${kind}`, { count: given.count(kind) })}</li>
            ))}
          </ul>
        ) : (
          given.error === undefined && <Skeleton height={48} />
        )}
        <Select
          label={t('add.survey')}
          value={surveyId}
          onChange={setSurveyId}
          options={[
            { value: NEW, title: t('new') },
            ...desk.surveys.map(({ id, name: title }) => ({ value: id, title })),
          ]}
        />
        {isNew && (
          <>
            <TextField label={t('name')} value={name} onChange={setName} isRequired maxLength={120} />
            <NumberField
              label={t('camera-offset')}
              description={t('add.camera-offset')}
              value={cameraOffset}
              onChange={(minutes) => setOffset(minutes)}
              unit="min"
              min={-1440}
              max={1440}
              digits={0}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
});

/** Minutes by which clocks here were ahead of UTC on that day. */
function offsetOn(day: string | undefined): number {
  // From zero: the opposite of 0 would be shown as −0.
  return 0 - (day === undefined ? new Date() : new Date(`${day}T12:00`)).getTimezoneOffset();
}
