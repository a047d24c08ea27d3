import { useState } from 'react';
import type { Survey } from '#core/protocol';
import {
  Button,
  DateField,
  Dialog,
  Form,
  LengthField,
  NumberField,
  TextArea,
  TextField,
  useService,
  useTranslate,
} from '#core/react';
import { SURVEY_DESK, type SurveyValues } from '../model/survey-desk.ts';

const NEW: SurveyValues = {
  name: '',
  description: '',
  surveyedOn: null,
  people: '',
  instrument: '',
  positionAccuracy: null,
  directionAccuracy: null,
  cameraOffset: null,
};

/** A new survey, or the values of one. */
export function SurveyDialog({ survey, onClose }: { survey?: Survey; onClose: () => void }) {
  const t = useTranslate('surveys');
  const desk = useService(SURVEY_DESK);
  const [values, setValues] = useState<SurveyValues>(survey ? valuesOf(survey) : NEW);
  const set = (changed: Partial<SurveyValues>) => setValues({ ...values, ...changed });
  const save = async () => {
    if (survey) await desk.change(survey, values);
    else await desk.create(values);
    onClose();
  };
  return (
    <Dialog
      title={survey ? t('change') : t('new')}
      isOpen
      onClose={onClose}
      keepOpen
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="survey-form" isDisabled={values.name.trim() === ''}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id="survey-form" onSubmit={save}>
        <TextField
          name="name"
          label={t('name')}
          value={values.name}
          onChange={(name) => set({ name })}
          isRequired
          maxLength={120}
          autoFocus
        />
        <DateField
          name="surveyedOn"
          label={t('date')}
          value={values.surveyedOn ?? null}
          onChange={(surveyedOn) => set({ surveyedOn })}
        />
        <TextField
          name="people"
          label={t('people')}
          value={values.people ?? ''}
          onChange={(people) => set({ people })}
          maxLength={500}
        />
        <TextField
          name="instrument"
          label={t('instrument')}
          value={values.instrument ?? ''}
          onChange={(instrument) => set({ instrument })}
          maxLength={500}
        />
        <LengthField
          name="positionAccuracy"
          label={t('accuracy.position')}
          description={t('accuracy.help')}
          value={values.positionAccuracy ?? undefined}
          onChange={(metres) => set({ positionAccuracy: metres ?? null })}
          min={0.0001}
          max={1000}
          step={0.01}
          digits={4}
        />
        <NumberField
          name="directionAccuracy"
          label={t('accuracy.direction')}
          value={values.directionAccuracy ?? undefined}
          onChange={(degrees) => set({ directionAccuracy: degrees ?? null })}
          unit="°"
          min={0.0001}
          max={180}
          step={0.1}
          digits={4}
        />
        <NumberField
          name="cameraOffset"
          label={t('camera-offset')}
          description={t('camera-offset.help')}
          value={values.cameraOffset ?? undefined}
          onChange={(minutes) => set({ cameraOffset: minutes === undefined ? null : Math.round(minutes) })}
          unit="min"
          min={-1440}
          max={1440}
          step={60}
          digits={0}
        />
        <TextArea
          name="description"
          label={t('description')}
          value={values.description ?? ''}
          onChange={(description) => set({ description })}
          maxLength={5000}
        />
      </Form>
    </Dialog>
  );
}

function valuesOf(survey: Survey): SurveyValues {
  const { name, description, surveyedOn, people, instrument } = survey;
  const { positionAccuracy, directionAccuracy, cameraOffset } = survey;
  return {
    name,
    description,
    surveyedOn,
    people,
    instrument,
    positionAccuracy,
    directionAccuracy,
    cameraOffset,
  };
}
