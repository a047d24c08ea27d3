import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { fieldProblem, isEmpty, printValue, titleOf } from '#core/fields';
import { isAbort, propertyOf, sentenceOf } from '#core/kernel';
import type { OpenProject } from '#core/project';
import { previewMany, type Field, type ManyPreview, type Properties } from '#core/protocol';
import {
  Button,
  Dialog,
  Form,
  Icon,
  IconButton,
  Select,
  useI18n,
  useService,
  useTranslate,
  ValueField,
} from '#core/react';
import type { TableRows } from '../model/table.ts';
import { Preview } from './Preview.tsx';
import { useChangedIds } from './useChangedIds.ts';

export interface ChangeDialogProps {
  table: TableRows;
  project: OpenProject;
  fields: readonly Field[];
  /** The selected objects of the type. */
  selected: readonly string[];
  /** Null removes a value. */
  onChange: (ids: readonly string[], set: Properties) => void;
  onClose: () => void;
}

/** A field and its new value. */
interface SetField {
  readonly name: string;
  readonly value: unknown;
}

interface TriedChange {
  readonly key: string;
  readonly preview?: ManyPreview;
  readonly error?: string;
}

const FORM = 'table-change';
/** Milliseconds after which a typed value is tried. */
const PAUSE = 400;

/** Sets fields of many objects in one step, after a preview by the server. */
export default function ChangeDialog(props: ChangeDialogProps) {
  const { table, project, fields, selected, onChange, onClose } = props;
  const t = useTranslate('table');
  const i18n = useI18n();
  const api = useService(API);
  const { scope, setScope, options, ids, error: rowError } = useChangedIds(table, selected);
  const settable = fields.filter(
    ({ unique, computed }) => computed === undefined && (!unique || ids.length === 1),
  );
  const [sets, setSets] = useState<readonly SetField[]>(() =>
    settable.slice(0, 1).map(({ name }) => ({ name, value: undefined })),
  );
  const [tried, setTried] = useState<TriedChange>();
  const chosen = sets.flatMap(({ name, value }) => {
    const field = settable.find((each) => each.name === name);
    return field ? [{ field, value: isEmpty(value) ? undefined : value }] : [];
  });
  const rest = settable.filter(({ name }) => !sets.some((each) => each.name === name));
  const isValid = chosen.length > 0 && chosen.every(({ field, value }) => !fieldProblem(field, value));
  const set = Object.fromEntries(chosen.map(({ field, value }) => [field.name, value ?? null]));

  const projectId = project.project.id;
  const setKey = JSON.stringify(set);
  const key = `${scope} ${ids.length} ${setKey}`;
  const current = tried?.key === key ? tried : undefined;
  useEffect(() => {
    if (!isValid || ids.length === 0) return undefined;
    const stop = new AbortController();
    const request = {
      headers: { projectid: projectId },
      body: { ids: [...ids], set: JSON.parse(setKey) as Properties },
    };
    const timer = setTimeout(() => {
      api.call(previewMany, request, { signal: stop.signal }).then(
        ({ data }) => setTried({ key, preview: data }),
        (failure: unknown) => !isAbort(failure) && setTried({ key, error: sentenceOf(failure) }),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, projectId, isValid, ids, setKey, key]);

  const { preview, error } = current ?? {};
  // Of more objects than are looked at, others may change. What is not sent yet is not looked at.
  const isWithout = preview !== undefined && preview.changed === 0 && preview.previewed === ids.length;
  const change = (of: string, next: SetField) =>
    setSets(sets.map((each) => (each.name === of ? next : each)));
  const textOf = ({ name, field }: { name: string; field: Field }, values: Properties) =>
    isEmpty(propertyOf(values, name)) ? undefined : printValue(propertyOf(values, name), field, i18n);
  return (
    <Dialog
      isOpen
      size="m"
      title={t('change')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            isDisabled={!isValid || ids.length === 0 || isWithout}
          >
            {t('change.action', { count: ids.length, n: i18n.number(ids.length) })}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        className="tab-change"
        onSubmit={() => {
          if (isValid && ids.length > 0) onChange(ids, set);
        }}
      >
        <Select label={t('scope')} options={options} value={scope} onChange={setScope} />
        {chosen.map(({ field, value }) => (
          <div key={field.name} className="tab-set">
            <Select
              label={t('field')}
              options={[field, ...rest].map((each) => ({ value: each.name, title: titleOf(each, i18n) }))}
              value={field.name}
              onChange={(name) => change(field.name, { name, value: undefined })}
            />
            <ValueField
              field={field}
              label={t('value')}
              value={sets.find(({ name }) => name === field.name)?.value}
              onChange={(next) => change(field.name, { name: field.name, value: next })}
              // Not before something has been entered.
              isJudged={value !== undefined}
              description={value === undefined && !field.required ? t('change.empty') : undefined}
            />
            {chosen.length > 1 && (
              <IconButton
                size="s"
                label={t('change.remove', { field: titleOf(field, i18n) })}
                icon={<Icon name="close" />}
                onPress={() => setSets(sets.filter(({ name }) => name !== field.name))}
              />
            )}
          </div>
        ))}
        {rest.length > 0 && (
          <Button
            size="s"
            icon={<Icon name="plus" />}
            className="tab-more"
            onPress={() => setSets([...sets, { name: rest[0]!.name, value: undefined }])}
          >
            {t('change.more')}
          </Button>
        )}
        {(rowError ?? error) !== undefined && (
          <p className="g-error" role="alert">
            {rowError ?? t('change.unknown', { reason: error })}
          </p>
        )}
        {preview && (
          <Preview
            {...preview}
            count={ids.length}
            columns={chosen.map(({ field }) => titleOf(field, i18n))}
            examples={preview.examples.map(({ id, before, after, problem }) => ({
              id,
              before: chosen.map(({ field }) => textOf({ name: field.name, field }, before)),
              after: after && chosen.map(({ field }) => textOf({ name: field.name, field }, after)),
              problem,
            }))}
          />
        )}
        <p className="g-muted">{t('change.back')}</p>
      </Form>
    </Dialog>
  );
}
