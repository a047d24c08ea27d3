import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import { EXPORT_FORMATS, IMPORT_FORMATS, type ExportFormat, type ReprojectionResult } from '#core/protocol';
import { Button, FileDrop, Icon, ProgressBar, saveFile, Select, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { FileReprojection } from '../model/file-reprojection.ts';
import { CrsPicker } from './CrsPicker.tsx';
import { ConversionFacts } from './ConversionFacts.tsx';

/** Names of formats are the same in every language. */
const FORMATS: Readonly<Record<ExportFormat, string>> = {
  shapefile: 'Shapefile',
  geojson: 'GeoJSON',
  geopackage: 'GeoPackage',
  flatgeobuf: 'FlatGeobuf',
  kml: 'KML',
  kmz: 'KMZ',
  gpx: 'GPX',
  dxf: 'DXF',
  landxml: 'LandXML',
  csv: 'CSV',
  xlsx: 'Excel',
};
const ACCEPT = Object.values(IMPORT_FORMATS).flat();

/** A file from one system and format to another, at the server. */
export const FileTab = observer(function FileTab({ files }: { files: FileReprojection }) {
  const t = useTranslate('kmreprojection');
  const { file, state, progress, message, error, result } = files;
  return (
    <div className="kmr-tab">
      <FileDrop
        label={file ? t('file.chosen', { name: file.name }) : t('file.drop')}
        accept={ACCEPT}
        onFiles={([first]) => first && files.choose(first)}
        isDisabled={files.isBusy}
      />
      <div className="kmr-options">
        <CrsPicker
          label={t('file.from')}
          description={t('file.from.help')}
          value={files.crs}
          onChange={files.setCrs}
        />
        {files.layers.length > 1 && (
          <Select
            label={t('file.layer-to-convert')}
            value={files.layer!}
            options={files.layers.map((value) => ({ value, title: value }))}
            onChange={files.setLayer}
          />
        )}
        <CrsPicker label={t('to')} value={files.to} onChange={files.setTo} />
        <Select
          label={t('file.format')}
          value={files.format}
          options={EXPORT_FORMATS.map((value) => ({ value, title: FORMATS[value] }))}
          onChange={(value) => files.setFormat(value as ExportFormat)}
        />
      </div>
      <div className="kmr-actions">
        <Button variant="primary" isDisabled={!file || files.isBusy} onPress={() => void files.run()}>
          {t('file.convert')}
        </Button>
        {files.isBusy && <Button onPress={files.cancel}>{t('core:dialog.cancel')}</Button>}
      </div>
      {files.isBusy && (
        <ProgressBar
          label={message || t(state === 'sending' ? 'file.sending' : 'computing')}
          value={progress}
        />
      )}
      {state === 'failed' && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {result && <Converted files={files} result={result} />}
    </div>
  );
});

interface ConvertedProps {
  files: FileReprojection;
  result: ReprojectionResult;
}

function Converted({ files, result }: ConvertedProps) {
  const t = useTranslate('kmreprojection');
  const toasts = useService(TOASTS);
  const { name } = result;
  const download = async (): Promise<void> => {
    try {
      saveFile(await files.download(), name);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  return (
    <section className="kmr-operations" aria-label={t('result')}>
      <ConversionFacts result={result} />
      <div className="kmr-actions">
        <Button variant="primary" icon={<Icon name="download" />} onPress={() => void download()}>
          {name}
        </Button>
        <span className="g-muted">{t('file.kept')}</span>
      </div>
    </section>
  );
}
