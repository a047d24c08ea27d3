import { useState } from 'react';
import {
  AddressForm,
  Button,
  FileDrop,
  Select,
  TextField,
  UploadBox,
  useService,
  useTranslate,
} from '#core/react';
import type { HeightsAbove, HeightUnit } from '#core/protocol';
import { TERRAIN_UPLOADS } from '../model/adding.ts';

const ACCEPTED = ['.tif', '.tiff'];
const AS_FILE = 'file';

/**
 * Uploads an elevation model and asks what its file does not say, or takes the URL of a terrain on another server.
 */
export function AddTerrain({ projectId }: { projectId: string }) {
  const t = useTranslate('terrain-3d');
  const adding = useService(TERRAIN_UPLOADS);
  const [file, setFile] = useState<File>();
  return (
    <UploadBox desk={adding.desk} working={(name) => t('working', { name })}>
      <FileDrop label={file?.name ?? t('file')} accept={ACCEPTED} onFiles={([chosen]) => setFile(chosen)} />
      {file ? (
        <TerrainFileForm
          key={file.name}
          file={file}
          projectId={projectId}
          onSent={() => setFile(undefined)}
        />
      ) : (
        <TileSource projectId={projectId} />
      )}
    </UploadBox>
  );
}

function TileSource({ projectId }: { projectId: string }) {
  const t = useTranslate('terrain-3d');
  const adding = useService(TERRAIN_UPLOADS);
  const [heights, setHeights] = useState<HeightsAbove>('ellipsoid');
  return (
    <AddressForm
      className="ter-address"
      label={t('address')}
      description={t('address.help')}
      placeholder="https://…/layer.json"
      action={t('add')}
      onSend={(address) => adding.addRemote(projectId, address, heights)}
    >
      <Select
        label={t('heights.there')}
        value={heights}
        onChange={(value) => setHeights(value as HeightsAbove)}
        options={[
          { value: 'ellipsoid', title: t('above.ellipsoid') },
          { value: 'egm96', title: t('above.egm96') },
        ]}
      />
    </AddressForm>
  );
}

function TerrainFileForm({ file, projectId, onSent }: { file: File; projectId: string; onSent: () => void }) {
  const t = useTranslate('terrain-3d');
  const adding = useService(TERRAIN_UPLOADS);
  const [name, setName] = useState(file.name.replace(/\.tiff?$/i, ''));
  const [heights, setHeights] = useState<HeightsAbove | typeof AS_FILE>(AS_FILE);
  const [unit, setUnit] = useState<HeightUnit | typeof AS_FILE>(AS_FILE);
  const [crs, setCrs] = useState('');
  const code = /^\s*(?:epsg:)?(\d{4,6})\s*$/i.exec(crs)?.[1];
  const wrong = crs.trim() !== '' && !code;
  const send = () => {
    onSent();
    void adding.add({
      projectId,
      file,
      name: name.trim(),
      heights: heights === AS_FILE ? undefined : heights,
      crs: code && `EPSG:${code}`,
      unit: unit === AS_FILE ? undefined : unit,
    });
  };
  return (
    <>
      <TextField label={t('name')} value={name} onChange={setName} maxLength={120} isRequired />
      <Select
        label={t('heights')}
        value={heights}
        onChange={(value) => setHeights(value as typeof heights)}
        options={[
          { value: AS_FILE, title: t('above.file') },
          { value: 'egm96', title: t('above.egm96') },
          { value: 'ellipsoid', title: t('above.ellipsoid') },
        ]}
      />
      <Select
        label={t('unit')}
        description={t('unit.help')}
        value={unit}
        onChange={(value) => setUnit(value as typeof unit)}
        options={[
          { value: AS_FILE, title: t('unit.file') },
          { value: 'metre', title: t('unit.metre') },
          { value: 'foot', title: t('unit.foot') },
          { value: 'us-foot', title: t('unit.us-foot') },
        ]}
      />
      <TextField
        label={t('crs')}
        description={t('crs.help')}
        placeholder="EPSG:32632"
        value={crs}
        onChange={setCrs}
        error={wrong ? t('crs.wrong') : undefined}
      />
      <Button variant="primary" onPress={send} isDisabled={wrong || name.trim() === ''}>
        {t('add')}
      </Button>
    </>
  );
}
