import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import {
  Button,
  Dialog,
  Form,
  LengthField,
  Select,
  useI18n,
  useObservable,
  useService,
  useServices,
  useTranslate,
} from '#core/react';
import { withComputed } from '#core/expression';
import { defaultValues, fieldLacks, isEditable, isEmpty } from '#core/fields';
import { propertyOf } from '#core/kernel';
import type { ObjectType } from '#core/protocol';
import { LAST_VALUES } from '#plugins/work/attributes/api';
import { FIELDS_EDITOR } from '#plugins/work/object-types/api';
import type { FinishedPath } from '../api.ts';
import { FINISH_DRAW, type FinishDraw } from '../model/finish-draw.ts';
import { geometryOf } from '../model/shape.ts';
import { AttributeFields, type AttributeValues } from './AttributeFields.tsx';
import { NewType } from './NewType.tsx';
import { Summary } from './Summary.tsx';
import './FinishDialog.css';

const NONE: AttributeValues = {};

/** Shown when a path is finished: the type and attributes of the new object, and a summary of what will be stored. */
export default observer(function FinishDialog() {
  const finish = useService(FINISH_DRAW);
  const { drawn } = finish;
  return drawn && <NewObject key={drawn.vertices.join()} drawn={drawn} finish={finish} />;
});

function NewObject({ drawn, finish }: { drawn: FinishedPath; finish: FinishDraw }) {
  const t = useTranslate('draw');
  const { language } = useI18n();
  const form = useId();
  useObservable(drawn.project.types$, drawn.project.types);
  const types = finish.typesFor(drawn);
  const [typeName, setTypeName] = useState<string | null>(types[0]?.name ?? null);
  /** What was entered; fields that were not touched have their default. */
  const [entered, setEntered] = useState<AttributeValues>({});
  const [height, setHeight] = useState(finish.pointHeight);
  const [judged, setJudged] = useState(false);
  const [adding, setAdding] = useState(types.length === 0 && finish.mayCreateType);
  const type = types.find(({ name }) => name === typeName);
  const values = type ? filledIn(type, entered, drawn) : entered;
  const fieldsEditor = useServices().get(FIELDS_EDITOR, { optional: true });
  const lastValues = useServices().get(LAST_VALUES, { optional: true });
  const first = type?.fields.find(isEditable);
  /** The first field has the focus if Enter submits in it, otherwise the Save button. */
  const writes = first !== undefined && ['text', 'number', 'integer'].includes(first.type);
  const lacksHeight = drawn.vertices.some((vertex) => vertex.length === 2);

  const save = (): void => {
    if (!type) return;
    setJudged(true);
    if (fieldLacks(type, values).length > 0) return;
    lastValues?.remember(type.name, values);
    const given = type.fields.filter(({ name }) => !isEmpty(propertyOf(values, name)));
    finish.keep({
      typeName: type.name,
      properties: Object.fromEntries(given.map(({ name }) => [name, propertyOf(values, name)])),
      height,
    });
  };

  return (
    <Dialog
      title={t(`finish.title.${drawn.kind}`)}
      isOpen
      keepOpen
      size="s"
      onClose={() => finish.close()}
      footer={
        <>
          <Button onPress={() => finish.close()}>{t('finish.cancel')}</Button>
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
            layout={type}
            values={values}
            onChange={setEntered}
            last={lastValues?.of(type.name) ?? NONE}
            judged={judged}
            autoFocus={writes}
          />
        )}
        {type && fieldsEditor?.mayEdit && (
          <Button
            variant="quiet"
            size="s"
            className="draw-add-type"
            onPress={() => fieldsEditor.open(type, drawn.project, { isAdding: true })}
          >
            {t('field.new')}
          </Button>
        )}
        {lacksHeight && (
          <LengthField
            label={t(drawn.kind === 'point' ? 'finish.height' : 'finish.heights')}
            description={t('finish.height.help')}
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
      {drawn.from && <p className="draw-summary">{drawn.from}</p>}
      <Summary drawn={drawn} type={type} height={height} />
    </Dialog>
  );
}

/** The attributes of the first object as they would be stored, with defaults and computed values. */
function filledIn(
  { fields, geometryType }: ObjectType,
  entered: AttributeValues,
  { kind, vertices }: FinishedPath,
): AttributeValues {
  return withComputed(fields, { ...defaultValues(fields), ...entered }, () =>
    geometryOf(kind, vertices, undefined, geometryType),
  );
}
