import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import { grants } from '#core/protocol';
import {
  Icon,
  IconButton,
  Menu,
  ProgressBar,
  saveFile,
  useObservable,
  usePrinter,
  useService,
  useTranslate,
  type MenuEntry,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { pdfOf } from '../model/pdf.ts';
import { PROFILE } from '../model/profile.ts';

const FORMATS = ['dxf', 'csv', 'las'] as const;

/** Saves the profile as drawn, its points, or the outlines of it or of all sections. */
export const ProfileFiles = observer(function ProfileFiles({
  picture,
}: {
  picture: () => HTMLCanvasElement | undefined;
}) {
  const t = useTranslate('cloud-profile');
  const profile = useService(PROFILE);
  const printer = usePrinter();
  const toasts = useService(TOASTS);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const name = profile.cloud?.name.replace(/\.\w+$/, '') ?? 'profile';
  const [part, setPart] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const ask = async (format: (typeof FORMATS)[number]) => {
    const { signal } = (stop.current = new AbortController());
    setPart(0);
    try {
      const title = (chainage: number | undefined) =>
        chainage === undefined
          ? t('pdf.title', { name })
          : t('file.section', { name, chainage: printer.length(chainage * profile.unit) });
      const content =
        format === 'csv'
          ? profile.csv()
          : format === 'las'
            ? await profile.las(signal)
            : await profile.dxf(title, setPart, signal);
      if (content !== undefined) saveFile(new Blob([content]), `${name}.${format}`);
    } catch (failure) {
      if (!isAbort(failure)) toasts.show('error', sentenceOf(failure));
    } finally {
      setPart(undefined);
    }
  };
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
              `${t('axis.chainage')} · ${t('axis.height')} · ${profile.cloud?.crs ?? ''}`,
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
  const isBusy = part !== undefined;
  const entries: MenuEntry[] = [
    { id: 'png', title: t('file.png'), detail: t('file.drawn'), onAction: png },
    { id: 'pdf', title: t('file.pdf'), detail: t('file.drawn'), onAction: pdf },
    ...(mayExport
      ? [
          'separator' as const,
          ...FORMATS.map((format) => ({
            id: format,
            title: t(`file.${format}`),
            detail: t(`file.${format}.help`),
            isDisabled: isBusy,
            onAction: () => void ask(format),
          })),
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
          <ProgressBar label={t('file.working')} value={part === 0 ? undefined : part} />
          <IconButton
            label={t('file.cancel')}
            icon={<Icon name="close" />}
            onPress={() => stop.current?.abort()}
          />
        </span>
      )}
    </>
  );
});
