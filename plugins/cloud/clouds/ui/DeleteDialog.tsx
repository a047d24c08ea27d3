import { useEffect, useState } from 'react';
import type { Pointcloud } from '#core/protocol';
import { AlertDialog, useService, useTranslate } from '#core/react';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { useSizes } from './useSizes.ts';

/** Says what goes with a point cloud. */
export function DeleteDialog({ cloud, onClose }: { cloud: Pointcloud; onClose: () => void }) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const { size } = useSizes();
  const [images, setImages] = useState<number>();
  useEffect(() => {
    let isOpen = true;
    desk.countImages(cloud).then(
      (count) => isOpen && setImages(count),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [desk, cloud]);
  return (
    <AlertDialog
      title={t('delete.title', { name: cloud.name })}
      isOpen
      action={t('delete.action')}
      onAction={() => desk.remove(cloud)}
      onClose={onClose}
    >
      <p>{t('delete.text', { size: size(cloud.bytes) })}</p>
      {images !== undefined && images > 0 && <p>{t('delete.images', { count: images })}</p>}
    </AlertDialog>
  );
}
