import { useId, useState } from 'react';
import {
  Button,
  Dialog,
  Form,
  NumberField,
  Select,
  useI18n,
  useObservable,
  useServices,
  useTranslate,
} from '#core/react';
import { fieldProblem, isEmpty } from '#core/fields';
import { LAST_VALUES } from '#plugins/work/attributes/api';
import type { FinishedPath } from '../api.ts';
import type { FinishDraw } from '../model/finish-draw.ts';
import { AttributeFields, canBeTold, type AttributeValues } from './AttributeFields.tsx';
import { NewType } from './NewType.tsx';
import { Summary } from './Summary.tsx';
import './FinishDialog.css';

const NONE: AttributeValues = {};

/** The type and attributes of the new object, and a summary of what will be stored. */
export default function FinishBox({ drawn, finish }: { drawn: FinishedPath; finish: FinishDraw }) {
  const t = useTranslate('draw');
  const { language } = useI18n();
  const form = useId();
  useObservable(drawn.project.types$, drawn.project.types);
  const types = finish.typesFor(drawn);
  const [typeName, setTypeName] = useState<string | null>(types[0]?.name ?? null);
  const [values, setValues] = useState<AttributeValues>({});
  const [height, setHeight] = useState<number>();
  const [judged, setJudged] = useState(false);
  const [adding, setAdding] = useState(types.length === 0 && finish.mayCreateType);
  const type = types.find(({ name }) => name === typeName);
  const lastValues = useServices().get(LAST_VALUES, { optional: true });
  const first = type?.fields.find(canBeTold);
  /** The first field has the focus if Enter submits in it, otherwise the Save button. */
  const writes = first !== undefined && ['text', 'number', 'integer'].includes(first.type);
  const lacksHeight = drawn.vertices.some((vertex) => vertex.length === 2);

  const save = (): void => {
    if (!type) return;
    setJudged(true);
    const told = type.fields.filter(canBeTold);
    if (told.some((field) => fieldProblem(field, values[field.name]))) return;
    lastValues?.remember(type.name, values);
    const given = type.fields.filter(({ name }) => !isEmpty(values[name]));
    finish.keep({
      typeName: type.name,
      properties: Object.fromEntries(given.map(({ name }) => [name, values[name]])),
      height,
    });
  };

  return (
    <Dialog
      title={t(`finish.title.${drawn.kind}`)}
      isOpen
      keepOpen
      size="s"
      onClose={() => finish.drop()}
      footer={
        <>
          <Button onPress={() => finish.drop()}>{t('finish.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            isDisabled={!type}
            autoFocus={!writes && !adding}
          >
            {t('finish.save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        {types.length > 0 && (
          <Select
            label={t('finish.type')}
            options={types.map(({ name, title }) => ({ value: name, title: title[language] || name }))}
            value={typeName}
            onChange={(name) => {
              setTypeName(name);
              setJudged(false);
            }}
          />
        )}
        {types.length === 0 && !finish.mayCreateType && <p>{t('finish.no-types')}</p>}
        {finish.mayCreateType && !adding && (
          <Button variant="quiet" size="s" className="draw-add-type" onPress={() => setAdding(true)}>
            {t('type.new')}
          </Button>
        )}
        {type && (
          <AttributeFields
            key={type.name}
            fields={type.fields}
            values={values}
            onChange={setValues}
            last={lastValues?.of(type.name) ?? NONE}
            judged={judged}
            autoFocus={writes}
          />
        )}
        {lacksHeight && (
          <NumberField
            label={t(drawn.kind === 'point' ? 'finish.height' : 'finish.heights')}
            description={t('finish.height.help')}
            unit="m"
            value={height}
            onChange={setHeight}
            min={-12_000}
            max={100_000}
          />
        )}
      </Form>
      {adding && (
        <NewType
          create={(name) => finish.createType(name)}
          created={(name) => {
            setAdding(false);
            setTypeName(name);
          }}
        />
      )}
      <Summary drawn={drawn} type={type} height={height} />
    </Dialog>
  );
}
