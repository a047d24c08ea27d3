import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { AnswerOf, listPluginOffers } from '#core/protocol';
import { Dialog, Skeleton, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';
import { OfferTable } from './OfferTable.tsx';
import { PluginRegistries } from './PluginRegistries.tsx';
import { useAttempt } from './useAttempt.tsx';

type Offers = AnswerOf<typeof listPluginOffers>;

interface PluginOffersProps {
  plugins: InstalledPlugins;
  onClose: () => void;
}

/** Packages in the folder of the server and at addresses, of which one is taken as if it was uploaded. */
export const PluginOffers = observer(function PluginOffers({ plugins, onClose }: PluginOffersProps) {
  const t = useTranslate('administration');
  /** A text says why it cannot be read. */
  const [folder, setFolder] = useState<Offers | string>();
  const { attempt, problem } = useAttempt();
  useEffect(() => {
    let isShown = true;
    const show = (offers: Offers | string) => isShown && setFolder(offers);
    plugins.offers().then(show, (failure: unknown) => show(sentenceOf(failure)));
    return () => {
      isShown = false;
    };
  }, [plugins]);
  const take = (from: string | undefined, file: string, sha256: string | null) =>
    attempt(plugins.take(file, from, sha256).then(onClose));
  return (
    <Dialog isOpen keepOpen title={t('plugins.offers')} onClose={onClose}>
      <div className="adm-plugin">
        {problem}
        <section className="adm-offers">
          <h3>{t('plugins.folder')}</h3>
          <Folder offers={folder} plugins={plugins} onTake={(file, sum) => take(undefined, file, sum)} />
        </section>
        <PluginRegistries plugins={plugins} onTake={take} />
      </div>
    </Dialog>
  );
});

interface FolderProps {
  offers: Offers | string | undefined;
  plugins: InstalledPlugins;
  onTake: (file: string, sha256: string | null) => Promise<void>;
}

function Folder({ offers, plugins, onTake }: FolderProps) {
  const t = useTranslate('administration');
  if (offers === undefined) return <Skeleton lines={2} />;
  if (typeof offers === 'string')
    return (
      <p className="g-error" role="alert">
        {offers}
      </p>
    );
  if (!offers.hasFolder) return <p className="g-muted">{t('plugins.no-folder')}</p>;
  return (
    <>
      <OfferTable label={t('plugins.folder')} offers={offers.packages} plugins={plugins} onTake={onTake} />
      {offers.more > 0 && <p className="g-muted">{t('plugins.folder-more', { count: offers.more })}</p>}
    </>
  );
}
