import { observer } from 'mobx-react-lite';
import { SHEET_DPI, SHEET_FORMATS, type SheetFormat } from '#core/protocol';
import {
  Button,
  Icon,
  NumberField,
  ProgressBar,
  saveFile,
  Select,
  useService,
  useTranslate,
} from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { SHEET_PRINT } from '../model/sheet-print.ts';

/** Format, the buttons that make the sheet, progress and result. */
export const OutputPart = observer(function OutputPart() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const print = useService(SHEET_PRINT);
  const { job, result, error, making } = print;
  const canMake =
    desk.plan !== undefined &&
    desk.hasSomething &&
    desk.isReady &&
    desk.unfinished.length === 0 &&
    !print.isBusy;
  const save = async (file: Promise<{ content: Blob; name: string } | undefined>) => {
    const made = await file;
    if (made) saveFile(made.content, made.name);
  };
  return (
    <>
      <section className="sheet-part sheet-output" aria-label={t('output')}>
        <div className="sheet-fields">
          <Select
            label={t('format')}
            value={desk.format}
            options={SHEET_FORMATS.map((value) => ({ value, title: t(`format.${value}`) }))}
            onChange={(format) => desk.setOutput({ format: format as SheetFormat })}
          />
          {desk.format === 'png' && (
            <NumberField
              label={t('dpi')}
              value={desk.dpi}
              min={SHEET_DPI.least}
              max={SHEET_DPI.most}
              digits={0}
              onChange={(dpi) => dpi !== undefined && desk.setOutput({ dpi: Math.round(dpi) })}
            />
          )}
        </div>
        {desk.unfinished.map((number) => (
          <p key={number} className="g-muted">
            {t('profile.unfinished', { number })}
          </p>
        ))}
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
        {result && !making && (
          <div role="status" className="sheet-result">
            <p>{t('made', { name: result.nameZip })}</p>
            <Button
              size="s"
              icon={<Icon name="download" />}
              onPress={() => void save(print.fetch(result.nameZip))}
            >
              {t('download')}
            </Button>
            {result.notes.length > 0 && (
              <ul>
                {result.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </section>
      <div className="sheet-actions sheet-make">
        {making && (
          <div className="sheet-progress">
            <ProgressBar
              label={job?.message || t('queued')}
              value={!job || job.state === 'queued' ? undefined : job.progress}
            />
            <Button size="s" onPress={() => void print.cancel()}>
              {t('cancel')}
            </Button>
          </div>
        )}

        <Button
          variant="primary"
          icon={<Icon name="export" />}
          isDisabled={!canMake}
          onPress={() => void save(print.make())}
        >
          {t('make')}
        </Button>
        <Button icon={<Icon name="eye" />} isDisabled={!canMake} onPress={() => void print.look()}>
          {t('preview')}
        </Button>
      </div>
    </>
  );
});
