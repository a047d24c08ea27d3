import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { MAX_FIELD_CODES, type FieldCode, type FieldCodeControl, type FieldCodeList } from '#core/protocol';
import {
  Button,
  Dialog,
  Icon,
  Select,
  TextField,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { CODE_LIST } from '../model/code-list.ts';
import { CodeRow } from './CodeRow.tsx';

interface Props {
  list: FieldCodeList;
  /** Whose lines are made again. */
  bookId: string;
  onClose: () => void;
}

const CONTROLS: readonly FieldCodeControl[] = ['begin', 'end', 'close', 'arc', 'arcEnd', 'offset'];
const NUMBERS = ['line', 'begin', 'code'] as const;

/** The code list of the organization: words that control lines, and what each code becomes. */
export function CodeListDialog({ list, bookId, onClose }: Props) {
  const t = useTranslate('field-book');
  const desk = useService(CODE_LIST);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const [words, setWords] = useState(() =>
    Object.fromEntries(CONTROLS.map((control) => [control, list.controls[control].join(' ')])),
  );
  const [numbers, setNumbers] = useState(list.numbers);
  // Each with a key of its own, so that a row stays what it is when another is removed.
  const [rows, setRows] = useState(() => list.codes.map((code, key) => ({ key, code })));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const types = [...(project?.types.values() ?? [])];
  const typesOf = (end: string) =>
    types
      .filter(({ geometryType }) => geometryType === null || geometryType.endsWith(end))
      .map(({ name }) => name);
  const isWhole = rows.every(
    ({ code }) =>
      code.code.trim() !== '' && code.pointType?.trim() !== '' && code.line?.typeName.trim() !== '',
  );
  const save = async () => {
    setBusy(true);
    try {
      const controls = Object.fromEntries(
        CONTROLS.map((control) => [control, words[control]!.split(/\s+/).filter(Boolean)]),
      ) as FieldCodeList['controls'];
      await desk.save({ controls, numbers, codes: rows.map(({ code }) => code) }, bookId);
      onClose();
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const add = () => {
    const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
    const code: FieldCode = {
      code: '',
      pointType: t('accept.default-type'),
      line: null,
      color: null,
      attributes: [],
    };
    setRows([...rows, { key, code }]);
  };
  return (
    <Dialog
      title={t('list.title')}
      isOpen
      keepOpen
      size="l"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" isDisabled={!isWhole || isBusy} onPress={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="fbk-form">
        <p className="g-muted">{t('list.help')}</p>
        <div className="fbk-controls">
          {CONTROLS.map((control) => (
            <TextField
              key={control}
              label={t(`list.control.${control}`)}
              value={words[control]}
              onChange={(value) => setWords({ ...words, [control]: value })}
            />
          ))}
          <Select
            label={t('list.numbers')}
            options={NUMBERS.map((value) => ({ value, title: t(`list.numbers.${value}`) }))}
            value={numbers}
            onChange={(value) => setNumbers(value as FieldCodeList['numbers'])}
          />
        </div>
        <ul className="fbk-codes">
          {rows.map(({ key, code }) => (
            <CodeRow
              key={key}
              code={code}
              pointTypes={typesOf('Point')}
              lineTypes={{ line: typesOf('LineString'), area: typesOf('Polygon') }}
              onChange={(next) => setRows(rows.map((row) => (row.key === key ? { key, code: next } : row)))}
              onRemove={() => setRows(rows.filter((row) => row.key !== key))}
            />
          ))}
        </ul>
        {rows.length < MAX_FIELD_CODES && (
          <Button size="s" icon={<Icon name="plus" />} onPress={add}>
            {t('list.add')}
          </Button>
        )}
        {error && (
          <p role="alert" className="g-error">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
