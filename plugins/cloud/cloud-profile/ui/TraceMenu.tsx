import { observer } from 'mobx-react-lite';
import { PROJECTS } from '#core/project';
import { Icon, IconButton, Menu, useService, useServices, useTranslate, type MenuEntry } from '#core/react';
import { TOASTS } from '#core/toasts';
import { sentenceOf } from '#core/kernel';
import { FINISH_DRAWING } from '#plugins/draw/draw/api';
import { TRACES } from '../model/outline.ts';
import { PROFILE } from '../model/profile.ts';

/** Traces outlines, and stores polylines of the profile as objects of the project. */
export const TraceMenu = observer(function TraceMenu() {
  const t = useTranslate('cloud-profile');
  const profile = useService(PROFILE);
  const projects = useService(PROJECTS);
  const toasts = useService(TOASTS);
  // Only where the person may draw.
  const drawing = useServices().get(FINISH_DRAWING, { optional: true });
  const keep = async () => {
    const project = projects.current;
    const [first, ...more] = profile.pathsInSpace;
    if (!project || !drawing || !first) return;
    try {
      await drawing.ask({ project, kind: 'line', vertices: first, more });
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  const entries: MenuEntry[] = [
    ...TRACES.map((what) => ({
      id: what,
      title: t(`trace.${what}`),
      detail: t(`trace.${what}.help`),
      isDisabled: profile.points.count === 0,
      onAction: () => profile.trace(what),
    })),
    'separator',
    // Objects are somewhere on the earth.
    ...(drawing && !profile.cloud?.isLocal
      ? [
          {
            id: 'keep',
            title: t('keep'),
            detail: t('keep.help'),
            isDisabled: profile.paths.length === 0,
            onAction: () => void keep(),
          },
        ]
      : []),
    {
      id: 'clear',
      title: t('clear'),
      isDisabled: profile.paths.length === 0 && profile.measures.length === 0,
      onAction: () => profile.clearInside(),
    },
  ];
  return (
    <Menu
      label={t('lines')}
      trigger={
        <IconButton
          label={t('lines')}
          icon={<Icon name={{ path: 'M3 17c3 0 3-9 7-9s3 5 6 5 3-6 5-7M3 21h18' }} />}
        />
      }
      entries={entries}
    />
  );
});
