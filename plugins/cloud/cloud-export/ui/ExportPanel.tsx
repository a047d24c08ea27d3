import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { loadVerticalCrs, verticalSystems } from '#core/geodesy';
import { sentenceOf } from '#core/kernel';
import { crsSearch } from '#core/protocol';
import {
  Button,
  Checkbox,
  ComboBox,
  EmptyState,
  Icon,
  NumberField,
  saveFile,
  Select,
  TextField,
  UploadBox,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { CLOUD_EXPORT, type Thinning } from '../model/cloud-export.ts';
import './export-panel.css';

const WHOLE = 'whole';
const ELLIPSOID = 'ellipsoid';

/** Writes points of the clouds in the view to one LAS or LAZ file. */
export default observer(function ExportPanel() {
  const t = useTranslate('cloud-export');
  const api = useService(API);
  const desk = useService(CLOUD_EXPORT);
  const { offered, clips, part, clip, thinning } = desk;
  if (offered.length === 0)
    return (
      <EmptyState icon={<Icon name="download" size={20} />} title={t('none')}>
        {t('none.help')}
      </EmptyState>
    );
  const findCrs = async (text: string, signal: AbortSignal) => {
    const { data } = await api.call(crsSearch, { query: { search: text } }, { signal });
    return data.map(({ code, name }) => ({ value: code, title: `${code} – ${name}` }));
  };
  return (
    <div className="cex-panel">
      <fieldset className="cex-clouds">
        <legend>{t('clouds')}</legend>
        {offered.map(({ id, name }) => (
          <Checkbox key={id} isSelected={!desk.leftOut.has(id)} onChange={(on) => desk.choose(id, on)}>
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <Select
        label={t('part')}
        description={clips.length === 0 ? t('part.help') : undefined}
        value={clip ? `${part.side} ${clip.id}` : WHOLE}
        onChange={(value) => {
          const [side, id] = value.split(' ');
          desk.set({
            part: { clip: value === WHOLE ? undefined : id, side: side === 'outside' ? 'outside' : 'inside' },
          });
        }}
        options={[
          { value: WHOLE, title: t('part.whole') },
          ...clips.flatMap(({ id, name }) =>
            (['inside', 'outside'] as const).map((side) => ({
              value: `${side} ${id}`,
              title: t(`part.${side}`, { name }),
            })),
          ),
        ]}
      />
      <Checkbox isSelected={desk.shownClasses} onChange={(shownClasses) => desk.set({ shownClasses })}>
        {t('classes')}
      </Checkbox>
      <Select
        label={t('thin')}
        value={thinning}
        onChange={(value) => desk.set({ thinning: value as Thinning })}
        options={(['none', 'grid', 'random'] as const).map((value) => ({ value, title: t(`thin.${value}`) }))}
      />
      {thinning === 'grid' && (
        <NumberField
          label={t('thin.side')}
          description={t('thin.side.help')}
          min={0.001}
          max={10_000}
          value={desk.side}
          onChange={(side) => desk.set({ side })}
        />
      )}
      {thinning === 'random' && (
        <NumberField
          label={t('thin.share')}
          unit="%"
          min={0.001}
          max={100}
          value={desk.share}
          onChange={(share) => desk.set({ share })}
        />
      )}
      {desk.chosen.some(({ isLocal }) => isLocal) ? (
        <p className="g-muted">{t('local')}</p>
      ) : (
        <>
          <ComboBox
            label={t('crs')}
            description={t('crs.help')}
            find={findCrs}
            value={desk.crs ?? null}
            valueTitle={desk.crs}
            onChange={(crs) => desk.set({ crs: crs ?? undefined })}
          />
          <HeightsField />
        </>
      )}
      <div className="cex-pair">
        <Select
          label={t('format')}
          value={desk.format}
          onChange={(value) => desk.set({ format: value === 'las' ? 'las' : 'laz' })}
          options={[
            { value: 'laz', title: 'LAZ' },
            { value: 'las', title: 'LAS' },
          ]}
        />
        <Select
          label={t('version')}
          value={desk.version}
          onChange={(value) => desk.set({ version: value === '1.2' ? '1.2' : '1.4' })}
          options={[
            { value: '1.4', title: '1.4' },
            { value: '1.2', title: '1.2' },
          ]}
        />
      </div>
      <TextField
        label={t('name')}
        placeholder={desk.chosen[0]?.name}
        value={desk.name}
        onChange={(name) => desk.set({ name })}
      />
      <UploadBox desk={desk.job} working={(name) => t('working', { name })}>
        <Button
          variant="primary"
          icon={<Icon name="download" />}
          isDisabled={desk.missing !== undefined}
          onPress={() => void desk.start()}
        >
          {t('start')}
        </Button>
        {desk.missing && <p className="g-muted">{t(desk.missing)}</p>}
        <Result />
      </UploadBox>
    </div>
  );
});

/** What the heights of the file are above. */
const HeightsField = observer(function HeightsField() {
  const t = useTranslate('cloud-export');
  const desk = useService(CLOUD_EXPORT);
  const [, setLoaded] = useState(false);
  useEffect(() => {
    // Without a connection there are no systems to choose from.
    loadVerticalCrs().then(
      () => setLoaded(true),
      () => undefined,
    );
  }, []);
  const { verticalCrs } = desk;
  return (
    <ComboBox
      label={t('vertical')}
      description={t('vertical.help')}
      options={[
        { value: ELLIPSOID, title: t('vertical.ellipsoid') },
        ...verticalSystems().map(({ code, name }) => ({ value: code, title: `${name} – ${code}` })),
      ]}
      value={verticalCrs === null ? ELLIPSOID : (verticalCrs ?? null)}
      valueTitle={verticalCrs === null ? t('vertical.ellipsoid') : verticalCrs}
      onChange={(code) => desk.set({ verticalCrs: code === ELLIPSOID ? null : (code ?? undefined) })}
    />
  );
});

/** The file that is ready. */
const Result = observer(function Result() {
  const t = useTranslate('cloud-export');
  const i18n = useI18n();
  const desk = useService(CLOUD_EXPORT);
  const toasts = useService(TOASTS);
  const { result } = desk;
  if (!result) return null;
  const download = async () => {
    try {
      saveFile(await desk.fetch(result.nameZip), result.nameZip);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const megabytes = i18n.number(result.size / 1e6, { maximumSignificantDigits: 3 });
  return (
    <div role="status" className="cex-result">
      <p>{t('done', { count: result.count, points: i18n.number(result.count), megabytes })}</p>
      <Button icon={<Icon name="download" />} isDisabled={desk.isFetching} onPress={() => void download()}>
        {t('download', { name: result.nameZip })}
      </Button>
      {result.notes.map((note) => (
        <p key={note} className="g-muted">
          {note}
        </p>
      ))}
    </div>
  );
});
