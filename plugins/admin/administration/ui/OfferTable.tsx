import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { compareVersions, type PluginOffer } from '#core/protocol';
import { Button, Table, useI18n, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';

interface OfferTableProps {
  label: string;
  offers: readonly PluginOffer[];
  plugins: InstalledPlugins;
  onTake: (file: string, sha256: string | null) => Promise<void>;
}

/** Packages, each with a button that takes it, or the reason why it cannot be taken. */
export const OfferTable = observer(function OfferTable({ label, offers, plugins, onTake }: OfferTableProps) {
  const t = useTranslate('administration');
  const { language } = useI18n();
  /** The file that is being taken. */
  const [taking, setTaking] = useState<string>();
  const take = async ({ file, sha256 }: PluginOffer) => {
    setTaking(file);
    await onTake(file, sha256);
    setTaking(undefined);
  };
  /** The highest version that was taken before. */
  const highestOf = (id: string | null) =>
    plugins.list.find(({ name }) => name === id)?.versions[0]?.manifest.version;
  const isTaken = ({ id, version }: PluginOffer) => {
    const highest = highestOf(id);
    return highest !== undefined && version !== null && compareVersions(version, highest) <= 0;
  };
  return (
    <Table<PluginOffer>
      label={label}
      rows={offers}
      rowId={({ file }) => file}
      empty={<p className="g-muted">{t('plugins.no-packages')}</p>}
      columns={[
        {
          id: 'name',
          title: t('plugins.title'),
          cell: ({ file, title, problem }) => (
            <>
              {title?.[language] ?? file}
              {problem !== null && <p className="g-error">{problem}</p>}
            </>
          ),
        },
        { id: 'version', title: t('plugins.version'), cell: ({ version }) => version ?? '' },
        {
          id: 'take',
          title: t('actions'),
          hideTitle: true,
          align: 'end',
          cell: (offer) => {
            if (offer.problem !== null) return '';
            if (isTaken(offer)) return <span className="g-muted">{t('plugins.here')}</span>;
            return (
              <Button size="s" isPending={taking === offer.file} onPress={() => void take(offer)}>
                {t('plugins.take')}
              </Button>
            );
          },
        },
      ]}
    />
  );
});
