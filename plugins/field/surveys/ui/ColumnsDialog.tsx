import { useEffect, useState } from 'react';
import { TRACK_VALUES, trackColumnIn } from '#core/protocol';
import { Button, Dialog, Form, Select, TextField, useService, useTranslate } from '#core/react';
import { headOf } from '../model/table-head.ts';
import { SURVEY_DESK, type SurveyFile } from '../model/survey-desk.ts';

/** Which column of a table holds what, and in which reference system. */
export function ColumnsDialog({ file, onClose }: { file: SurveyFile; onClose: () => void }) {
  const t = useTranslate('surveys');
  const desk = useService(SURVEY_DESK);
  const [head, setHead] = useState<readonly string[]>([]);
  const [columns, setColumns] = useState<Record<string, string>>({});
  const [crs, setCrs] = useState('');
  useEffect(() => {
    file.file
      .slice(0, 4000)
      .text()
      .then((text) => {
        const names = headOf(text);
        setHead(names);
        const found = TRACK_VALUES.map((value) => [value, trackColumnIn(names, value)] as const);
        setColumns(Object.fromEntries(found.map(([value, at]) => [value, at < 0 ? '' : String(at + 1)])));
      })
      // The server says what is wrong with it.
      .catch(() => undefined);
  }, [file]);
  const send = () => {
    desk.readAgain(file, { columns, ...(crs.trim() !== '' && { crs: crs.trim().toUpperCase() }) });
    onClose();
  };
  const isReady = Boolean(columns['longitude'] && columns['latitude']);
  return (
    <Dialog
      title={t('columns.title', { name: file.name })}
      isOpen
      onClose={onClose}
      keepOpen
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="columns-form" isDisabled={!isReady}>
            {t('columns.read')}
          </Button>
        </>
      }
    >
      <Form id="columns-form" onSubmit={send}>
        {TRACK_VALUES.map((value) => (
          <Select
            key={value}
            label={t(`column.${value}`)}
            value={columns[value] ?? ''}
            onChange={(column) => setColumns({ ...columns, [value]: column })}
            options={[
              { value: '', title: t('column.none') },
              ...head.map((name, i) => ({ value: String(i + 1), title: name || String(i + 1) })),
            ]}
          />
        ))}
        <TextField
          label={t('columns.crs')}
          description={t('columns.crs.help')}
          placeholder="EPSG:4326"
          value={crs}
          onChange={setCrs}
        />
      </Form>
    </Dialog>
  );
}
