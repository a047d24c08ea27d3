import type { CloudClips, StoredClip } from '#core/protocol';
import type { Clip } from '#plugins/cloud/point-cloud/api';
import type { ClipList } from './cloud-clips.ts';

/** The clips of a cloud as the server keeps them. */
export function toStored({ clips, mode }: ClipList): CloudClips {
  return { mode, clips: clips.map(({ clip, isOn }) => ({ ...mutable(clip), isOn })) };
}

export function fromStored({ clips, mode }: CloudClips): ClipList {
  return {
    mode,
    clips: clips.map(({ isOn, ...clip }) => ({
      clip: clip.kind === 'polygon' ? { ...clip, heights: clip.heights } : clip,
      isOn,
    })),
  };
}

function mutable(
  clip: Clip,
):
  | Omit<Extract<StoredClip, { kind: 'box' }>, 'isOn'>
  | Omit<Extract<StoredClip, { kind: 'polygon' }>, 'isOn'>
  | Omit<Extract<StoredClip, { kind: 'slab' }>, 'isOn'> {
  const { id, name } = clip;
  if (clip.kind === 'box')
    return { id, name, kind: 'box', center: [...clip.center], size: [...clip.size], turn: [...clip.turn] };
  if (clip.kind === 'slab')
    return { id, name, kind: 'slab', from: [...clip.from], to: [...clip.to], width: clip.width };
  return {
    id,
    name,
    kind: 'polygon',
    ring: clip.ring.map(([x, y]): [number, number] => [x, y]),
    ...(clip.heights && { heights: [...clip.heights] }),
  };
}
