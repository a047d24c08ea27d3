import { useState } from 'react';
import { Button, FileDrop, Form, TextField, UploadBox, useService, useTranslate } from '#core/react';
import { SETS } from '../model/sets.ts';

/** Takes an archive, or the address of a set on another server. */
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
      <Elsewhere projectId={projectId} />
    </UploadBox>
  );
}

function Elsewhere({ projectId }: { projectId: string }) {
  const t = useTranslate('tiles-3d');
  const sets = useService(SETS);
  const [address, setAddress] = useState('');
  const send = async () => {
    await sets.add(projectId, address.trim());
    setAddress('');
  };
  return (
    <Form className="t3d-address" onSubmit={send}>
      {({ pending }) => (
        <>
          <TextField
            label={t('address')}
            description={t('address.help')}
            placeholder="https://…/tileset.json"
            value={address}
            onChange={setAddress}
            maxLength={2000}
          />
          <Button type="submit" isDisabled={pending || address.trim() === ''}>
            {t('add')}
          </Button>
        </>
      )}
    </Form>
  );
}
