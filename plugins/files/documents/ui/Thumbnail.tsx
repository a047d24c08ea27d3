import { API } from '#core/api';
import { previewFile } from '#core/protocol';
import { Icon, useBytes, useService } from '#core/react';

interface ThumbnailProps {
  id: string;
  version: number;
  /** What stands there instead, and while it is fetched. */
  icon: string;
}

/** A small picture of a photo or of the first page of a PDF; decorative, the name is beside it. */
export function Thumbnail({ id, version, icon }: ThumbnailProps) {
  const api = useService(API);
  const { url } = useBytes(`${id} ${version}`, (signal) =>
    api.bytes(previewFile, { query: { id, size: '256' } }, { signal }),
  );
  return url === undefined ? <Icon name={icon} /> : <img src={url} alt="" draggable={false} />;
}
