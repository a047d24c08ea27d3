import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Trash2 } from 'lucide-react';
import type { AnswerOf, listPluginOffers } from '#core/protocol';
import { Button, Form, IconButton, TextField, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';
import { OfferTable } from './OfferTable.tsx';
import { useAttempt } from './useAttempt.tsx';

/** The packages at an address. */
type FoundOffers = AnswerOf<typeof listPluginOffers> & { address: string };

interface PluginRegistriesProps {
  plugins: InstalledPlugins;
  onTake: (address: string, file: string, sha256: string | null) => Promise<void>;
}

/** Packages at the addresses of the organization, or at one that is typed. */
export const PluginRegistries = observer(function PluginRegistries({
  plugins,
  onTake,
}: PluginRegistriesProps) {
  const t = useTranslate('administration');
  const [address, setAddress] = useState('');
  const [found, setFound] = useState<FoundOffers>();
  /** The address of the list that is being read. */
  const [reading, setReading] = useState<string>();
  const { attempt, problem } = useAttempt();
  const read = async (from: string) => {
    setFound(undefined);
    setFound({ ...(await plugins.offers(from)), address: from });
  };
  const readListed = async (listed: string) => {
    setReading(listed);
    await attempt(read(listed));
    setReading(undefined);
  };
  const isListed = (typed: string) =>
    URL.canParse(typed) && plugins.registries.some((each) => each.address === new URL(typed).href);
  return (
    <section className="adm-offers">
      <h3>{t('plugins.registry')}</h3>
      {plugins.registries.length > 0 && (
        <ul className="adm-registries" aria-label={t('plugins.registries')}>
          {plugins.registries.map((registry) => (
            <li key={registry.id}>
              <span>{registry.address}</span>
              <Button
                size="s"
                aria-label={t('plugins.look-at', { address: registry.address })}
                isPending={reading === registry.address}
                onPress={() => void readListed(registry.address)}
              >
                {t('plugins.look')}
              </Button>
              <IconButton
                size="s"
                label={t('plugins.address-remove', { address: registry.address })}
                icon={<Trash2 aria-hidden="true" />}
                onPress={() => void attempt(plugins.removeRegistry(registry))}
              />
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={() => read(address)}>
        <TextField
          label={t('plugins.address')}
          description={t('plugins.address-help')}
          value={address}
          onChange={setAddress}
          isRequired
          maxLength={2000}
        />
        <div>
          <Button type="submit">{t('plugins.look')}</Button>
        </div>
      </Form>
      {problem}
      {found && (
        <OfferTable
          label={t('plugins.registry')}
          offers={found.packages}
          plugins={plugins}
          onTake={(file, sum) => onTake(found.address, file, sum)}
        />
      )}
      {found && !isListed(found.address) && (
        <div>
          <Button size="s" onPress={() => void attempt(plugins.addRegistry(found.address))}>
            {t('plugins.address-save')}
          </Button>
        </div>
      )}
    </section>
  );
});
