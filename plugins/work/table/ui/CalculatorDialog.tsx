import { useEffect, useMemo, useState } from 'react';
import { API } from '#core/api';
import { expressionProblem } from '#core/expression';
import { titleOf } from '#core/fields';
import { isAbort, sentenceOf } from '#core/kernel';
import { MAX_PREVIEWED, previewCalculation, type CalculationPreview, type Field } from '#core/protocol';
import { Button, Dialog, Form, Select, TextField, useI18n, useService, useTranslate } from '#core/react';
import { isCalculable } from '../model/columns.ts';
import type { TableRows } from '../model/table.ts';
import { Preview } from './Preview.tsx';
import { useChangedIds } from './useChangedIds.ts';

export interface CalculatorDialogProps {
  table: TableRows;
  projectId: string;
  fields: readonly Field[];
  /** The selected objects of the type. */
  selected: readonly string[];
  onCalculate: (ids: readonly string[], field: Field, expression: string) => void;
  onClose: () => void;
}

const FORM = 'table-calculator';
/** Milliseconds after which a typed expression is tried. */
const PAUSE = 400;

/** The answer of the server to one expression. */
interface TriedExpression {
  readonly key: string;
  readonly preview: CalculationPreview | undefined;
  readonly error: string | undefined;
}
const UNTRIED: TriedExpression = { key: '', preview: undefined, error: undefined };

/** Sets one field of many objects by an expression, which is tried on the first of them. */
export default function CalculatorDialog(props: CalculatorDialogProps) {
  const { table, projectId, fields, selected, onCalculate, onClose } = props;
  const t = useTranslate('table');
  const i18n = useI18n();
  const api = useService(API);
  const targets = useMemo(() => fields.filter(isCalculable), [fields]);
  const [name, setName] = useState(targets[0]?.name ?? '');
  const [expression, setExpression] = useState('');
  const { scope, setScope, options, ids, error: rowError } = useChangedIds(table, selected);
  const [tried, setTried] = useState<TriedExpression>();
  const field = targets.find((each) => each.name === name);
  const isTyped = expression.trim() !== '';
  const problem =
    field && isTyped ? expressionProblem({ ...field, computed: expression }, fields) : undefined;
  // Of more objects than are tried, others may change.
  const mayChange = ({ changed, previewed }: CalculationPreview) => changed > 0 || previewed < ids.length;
  const isReadable = field !== undefined && isTyped && !problem;
  const { typeName } = table;

  // What was tried for another field, expression or scope does not hold.
  const key = JSON.stringify([scope, name, expression, ids.length]);
  const { preview, error } = tried?.key === key ? tried : UNTRIED;
  useEffect(() => {
    if (!isReadable || ids.length === 0) return undefined;
    const stop = new AbortController();
    const request = {
      headers: { projectid: projectId },
      body: { ids: ids.slice(0, MAX_PREVIEWED), calculate: { typeName, field: name, expression } },
    };
    const timer = setTimeout(() => {
      api.call(previewCalculation, request, { signal: stop.signal }).then(
        ({ data }) => setTried({ key, preview: data, error: undefined }),
        (failure: unknown) =>
          !isAbort(failure) && setTried({ key, preview: undefined, error: sentenceOf(failure) }),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [api, projectId, typeName, name, expression, isReadable, ids, key]);

  const why = problem ? t(`calculator.problem.${problem.kind}`, { part: problem.part }) : (error ?? rowError);
  return (
    <Dialog
      isOpen
      size="m"
      title={t('calculator.title')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            isDisabled={!field || !preview || !mayChange(preview)}
          >
            {t('calculator.action', { count: ids.length })}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        className="tab-change"
        onSubmit={() => {
          if (field && preview) onCalculate(ids, field, expression);
        }}
      >
        <Select label={t('scope')} options={options} value={scope} onChange={setScope} />
        <Select
          label={t('field')}
          options={targets.map((each) => ({ value: each.name, title: titleOf(each, i18n) }))}
          value={name}
          onChange={setName}
        />
        <TextField
          autoFocus
          label={t('calculator.expression')}
          value={expression}
          onChange={setExpression}
          description={t('calculator.help')}
          error={why}
        />
        {preview && field && (
          <Preview
            {...preview}
            count={ids.length}
            columns={[titleOf(field, i18n)]}
            examples={preview.examples.map(({ id, before, after, problem }) => ({
              id,
              before: [textOf(before)],
              after: problem === undefined ? [textOf(after)] : undefined,
              problem,
            }))}
          />
        )}
        <p className="g-muted">{t('change.back')}</p>
      </Form>
    </Dialog>
  );
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}
