import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API, LIVE } from '#core/api';
import { IMPORT_FORMATS } from '#core/protocol';
import { Button, FileButton, Icon, ProgressBar, Select, useService, useTranslate } from '#core/react';
import { FileReprojection } from '../model/file-reprojection.ts';
import type { Kilometres } from '../model/kilometres.ts';
import { ConversionFacts } from './ConversionFacts.tsx';
import { CrsPicker } from './CrsPicker.tsx';

/** Read here, as if pasted: also for people who may not import. */
const TEXTS = ['.geojson', '.json', '.wkt', '.csv', '.txt'];
/** A line is measured from longitudes and latitudes. */
const WGS84 = 'EPSG:4326';

interface LineFileProps {
  kilometres: Kilometres;
  /** The server may be asked to read files: the authorization `import`. */
  readsAllFormats: boolean;
  /** Called when a file is chosen. */
  onFile: () => void;
}

/** The line of a file: a text, or any format that imports read, which the server converts. */
export const LineFile = observer(function LineFile({ kilometres, readsAllFormats, onFile }: LineFileProps) {
  const t = useTranslate('kmreprojection');
  const api = useService(API);
  const live = useService(LIVE);
  const [files] = useState(() => new FileReprojection(api, live, WGS84, 'geojson'));
  useEffect(() => files.cancel, [files]);
  const { file, layer, layers, isBusy, progress, message, state, error, result } = files;
  const read = async (): Promise<void> => {
    await files.run();
    if (files.result) await kilometres.readFile(files.download());
  };
  const choose = (chosen: File): void => {
    onFile();
    files.choose(undefined);
    if (TEXTS.some((ending) => chosen.name.toLowerCase().endsWith(ending)))
      return void chosen.text().then(kilometres.setLineText);
    kilometres.setLines([]);
    files.choose(chosen);
    void read();
  };
  return (
    <>
      <FileButton
        accept={readsAllFormats ? [...new Set([...TEXTS, ...Object.values(IMPORT_FORMATS).flat()])] : TEXTS}
        icon={<Icon name="import" />}
        onFile={choose}
        isDisabled={isBusy}
      >
        {t('line.file')}
      </FileButton>
      {file && (
        <>
          <CrsPicker
            label={t('file.from')}
            description={t('file.from.help')}
            value={files.crs}
            onChange={(crs) => {
              files.setCrs(crs);
              void read();
            }}
          />
          {layers.length > 1 && (
            <Select
              label={t('line.layer', { name: file.name })}
              value={layer!}
              options={layers.map((value) => ({ value, title: value }))}
              onChange={(value) => {
                files.setLayer(value);
                void read();
              }}
            />
          )}
        </>
      )}
      {isBusy && (
        <div className="kmr-actions">
          <ProgressBar
            label={message || t(state === 'sending' ? 'file.sending' : 'computing')}
            value={progress}
          />
          <Button onPress={files.cancel}>{t('core:dialog.cancel')}</Button>
        </div>
      )}
      {state === 'failed' && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {result && (
        <div className="kmr-conversion">
          <ConversionFacts result={result} />
        </div>
      )}
    </>
  );
});
