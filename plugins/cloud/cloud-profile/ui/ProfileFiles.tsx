import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import { grants, SECTION_FORMATS, type SectionFormat } from '#core/protocol';
import {
  Icon,
  IconButton,
  Menu,
  ProgressBar,
  saveFile,
  useObservable,
  usePrinter,
  useService,
  useServices,
  useTranslate,
  type MenuEntry,
} from '#core/react';
import { SESSION } from '#core/session';
import { SHEET_FRAMES } from '#plugins/files/sheet/api';
import { TOASTS } from '#core/toasts';
import { pdfOf } from '../model/pdf.ts';
import { PROFILE } from '../model/profile.ts';
import { PROFILE_FILES } from '../model/profile-files.ts';

/** Saves the profile as drawn, its points, or the outlines of it or of all sections. */
export const ProfileFiles = observer(function ProfileFiles({
  picture,
}: {
  picture: () => HTMLCanvasElement | undefined;
}) {
  const t = useTranslate('cloud-profile');
  const profile = useService(PROFILE);
  const files = useService(PROFILE_FILES);
  const printer = usePrinter();
  const toasts = useService(TOASTS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const job = useObservable(files.job.state$, files.job.state);
  const name = profile.cloud?.name.replace(/\.\w+$/, '') ?? 'profile';
  const [isAsking, setAsking] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const saving = async (work: () => Promise<void>) => {
    setAsking(true);
    try {
      await work();
    } catch (failure) {
      if (!isAbort(failure)) toasts.show('error', sentenceOf(failure));
    } finally {
      setAsking(false);
    }
  };
  const csv = () => saveFile(new Blob([files.csv()]), `${name}.csv`);
  const las = () =>
    saving(async () => {
      const { signal } = (stop.current = new AbortController());
      saveFile(new Blob([await files.las(signal)]), `${name}.las`);
    });
  const sections = (format: SectionFormat) =>
    saving(async () => {
      const title = (chainage: number | undefined) =>
        chainage === undefined
          ? t('pdf.title', { name })
          : t('file.section', { name, chainage: printer.length(chainage * profile.unit) });
      const made = await files.sections(format, name, title);
      const { state } = files.job;
      if (state.kind === 'idle' && state.error) toasts.show('error', state.error);
      if (!made) return;
      saveFile(await files.fetch(made), `${name}.${format}`);
      if (made.notes.length > 0) toasts.show('info', made.notes.join(' '));
    });
  const sheet = useServices().get(SHEET_FRAMES, { optional: true });
  const toSheet = () =>
    saving(async () => {
      const { signal } = (stop.current = new AbortController());
      const { drawing, isComplete } = await files.drawing(t('pdf.title', { name }), signal);
      if (drawing.lines.length === 0) throw new Error(t('file.sheet.empty'));
      sheet?.add(drawing);
      if (!isComplete) toasts.show('info', t('file.sheet.incomplete'));
    });
  const png = () =>
    picture()?.toBlob((blob) => {
      if (blob) saveFile(blob, `${name}.png`);
    });
  const pdf = () => {
    const drawn = picture();
    drawn?.toBlob((blob) => {
      void blob?.arrayBuffer().then((bytes) =>
        saveFile(
          pdfOf({
            title: t('pdf.title', { name }),
            lines: [
              t('status.source', {
                name: profile.cloud?.name,
                content: profile.head?.content,
                edits: profile.head?.edits,
              }),
              `${t('axis.chainage')} · ${t('axis.height')} · ${profile.cloud?.isLocal ? t('local') : (profile.cloud?.crs ?? '')}`,
            ],
            picture: new Uint8Array(bytes),
            width: drawn.width,
            height: drawn.height,
          }),
          `${name}.pdf`,
        ),
      );
    }, 'image/jpeg');
  };
  const mayExport = grants(me?.authorizations ?? [], 'export');
  const isBusy = isAsking || job.kind !== 'idle';
  const entry = (id: string, title: string, onAction: () => void): MenuEntry => ({
    id,
    title: t(title),
    detail: t(`${title}.help`),
    isDisabled: isBusy,
    onAction,
  });
  const isSeries = profile.every !== undefined;
  const entries: MenuEntry[] = [
    { id: 'png', title: t('file.png'), detail: t('file.drawn'), onAction: png },
    { id: 'pdf', title: t('file.pdf'), detail: t('file.drawn'), onAction: pdf },
    ...(mayExport
      ? [
          'separator' as const,
          entry('csv', 'file.csv', csv),
          entry('las', 'file.las', () => void las()),
          'separator' as const,
          ...SECTION_FORMATS.map((format) =>
            entry(
              `sections-${format}`,
              `file.${isSeries ? 'series' : 'outlines'}.${format}`,
              () => void sections(format),
            ),
          ),
          ...(sheet ? [entry('sheet', 'file.sheet', () => void toSheet())] : []),
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label={t('file')}
        trigger={<IconButton label={t('file')} icon={<Icon name="download" />} />}
        entries={entries}
      />
      {isBusy && (
        <span className="cpf-job">
          <ProgressBar
            label={t('file.working')}
            value={job.kind === 'idle' || job.part === 0 ? undefined : job.part}
          />
          <IconButton
            label={t('file.cancel')}
            icon={<Icon name="close" />}
            onPress={() => {
              stop.current?.abort();
              files.job.cancel();
            }}
          />
        </span>
      )}
    </>
  );
});
