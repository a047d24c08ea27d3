import { observer } from 'mobx-react-lite';
import { EXPORT_KINDS, type ExportKind } from '#core/protocol';
import {
  Button,
  Checkbox,
  Icon,
  ProgressBar,
  RadioGroup,
  Select,
  TextField,
  useTranslate,
} from '#core/react';
import type { ExportDesk } from '../model/export-desk.ts';
import { AreaFields } from './AreaFields.tsx';
import { CrsField } from './CrsField.tsx';
import { FormatFields } from './FormatFields.tsx';
import { ObjectsField } from './ObjectsField.tsx';
import { PluginFormats } from './PluginFormats.tsx';
import { Result } from './Result.tsx';
import { TypesField } from './TypesField.tsx';
import { useDownload } from './useDownload.ts';

/** What to export; the fields depend on the kind. */
export const ExportForm = observer(function ExportForm({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  const { kind, missing } = desk;
  const download = useDownload(desk);
  const start = async () => {
    await desk.start();
    if (desk.result) await download(desk.result.nameZip);
  };
  const pdf = kind === 'document' || kind === 'report';
  return (
    <section className="export-form" aria-label={t('new')}>
      <RadioGroup
        label={t('kind')}
        className="export-kinds"
        value={kind}
        options={EXPORT_KINDS.map((one) => ({
          value: one,
          title: (
            <span className="export-kind">
              <strong>{t(`kind.${one}`)}</strong>
              <span className="g-muted">{t(`kind.${one}.help`)}</span>
            </span>
          ),
        }))}
        onChange={(value) => desk.choose({ kind: value as ExportKind })}
      />
      <div className="export-fields">
        <div className="export-column">
          {kind === 'intersections' && <PairFields desk={desk} />}
          {kind === 'document' && <ObjectsField desk={desk} />}
          {(kind === 'data' || kind === 'report') && <TypesField desk={desk} />}
          {kind !== 'document' && <AreaFields desk={desk} />}
        </div>
        <div className="export-column">
          {kind === 'report' && (
            <TextField
              label={t('report-title')}
              value={desk.title}
              maxLength={200}
              placeholder={desk.project?.projectName ?? ''}
              onChange={(title) => desk.choose({ title })}
            />
          )}
          {!pdf && <FormatFields desk={desk} />}
          {kind === 'data' && <PluginFormats desk={desk} />}
          <CrsField desk={desk} />
          {kind === 'data' && (
            <Checkbox
              isSelected={desk.attachments}
              description={t('attachments.help')}
              onChange={(attachments) => desk.choose({ attachments })}
            >
              {t('attachments')}
            </Checkbox>
          )}
          {pdf && (
            <Checkbox
              isSelected={desk.photos}
              description={t('photos.help')}
              onChange={(photos) => desk.choose({ photos })}
            >
              {t('photos')}
            </Checkbox>
          )}
        </div>
      </div>
      <div className="export-run">
        <Button
          variant="primary"
          icon={<Icon name="export" />}
          isDisabled={missing !== undefined || desk.isBusy}
          onPress={() => void start()}
        >
          {t('start')}
        </Button>
        {missing !== undefined && <span className="g-muted">{t(missing)}</span>}
      </div>
      {desk.job && desk.isBusy && (
        <div className="export-progress">
          <ProgressBar
            label={desk.job.message || t('queued')}
            value={desk.job.state === 'queued' ? undefined : desk.job.progress}
          />
          <Button onPress={() => void desk.cancel()}>{t('cancel')}</Button>
        </div>
      )}
      {desk.job?.state === 'cancelled' && <p role="status">{t('cancelled')}</p>}
      {desk.error !== undefined && (
        <p className="g-error" role="alert">
          {desk.error}
        </p>
      )}
      {desk.result && <Result desk={desk} result={desk.result} />}
    </section>
  );
});

const PairFields = observer(function PairFields({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  const options = desk.types.map(({ name }) => ({ value: name, title: name }));
  return (
    <>
      <Select
        label={t('first')}
        value={desk.first ?? null}
        options={options}
        onChange={(first) => desk.choose({ first: first ?? undefined })}
      />
      <Select
        label={t('second')}
        description={t('second.help')}
        value={desk.second ?? null}
        options={options}
        onChange={(second) => desk.choose({ second: second ?? undefined })}
      />
    </>
  );
});
