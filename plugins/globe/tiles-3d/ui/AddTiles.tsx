import { AddressForm, FileDrop, UploadBox, useService, useTranslate } from '#core/react';
import { SETS } from '../model/sets.ts';

/** Uploads an archive, or takes the URL of a tileset on another server. */
export function AddTiles({ projectId }: { projectId: string }) {
  const t = useTranslate('tiles-3d');
  const sets = useService(SETS);
  return (
    <UploadBox desk={sets.desk} working={(name) => t('working', { name })}>
      <FileDrop
        label={t('file')}
        accept={['.zip', '.3tz']}
        onFiles={([file]) => file && void sets.upload(projectId, file)}
      />
      <AddressForm
        className="t3d-address"
        label={t('address')}
        description={t('address.help')}
        placeholder="https://…/tileset.json"
        action={t('add')}
        onSend={(address) => sets.add(projectId, address)}
      />
    </UploadBox>
  );
}
