import { autorun } from 'mobx';
import { useEffect } from 'react';
import { useService } from '#core/react';
import { SHOW_SIGNS } from '#plugins/cloud/cloud-annotate/api';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import type { Notes } from '../model/notes.ts';

const SLOT = 'mobile-notes';

/** The signs of the annotations; while one is written, taps on the points are its place. */
export function useNotesOnView(view: CloudView, notes: Notes, isWriting: boolean): void {
  const showSigns = useService(SHOW_SIGNS);
  useEffect(() => {
    void notes.read();
    const signs = showSigns(view, (annotation) => notes.choose(annotation));
    const stop = autorun(() => signs.show(notes.list, notes.chosen?.id));
    return () => {
      stop();
      signs.dispose();
    };
  }, [view, notes, showSigns]);
  useEffect(() => {
    if (!isWriting) return;
    const listening = view.listen(({ kind, pixel }) => {
      if (kind === 'click') notes.tap(pixel);
    });
    const stop = autorun(() => {
      const { place } = notes;
      view.show(place && { shapes: [], handles: [{ position: place, role: 'vertex' }] }, SLOT);
    });
    return () => {
      stop();
      listening.dispose();
      view.show(undefined, SLOT);
    };
  }, [view, notes, isWriting]);
}
