import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Trash2 } from 'lucide-react';
import type { AnswerOf, listPluginOffers } from '#core/protocol';
import { Button, Form, IconButton, TextField, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';
import { OfferTable } from './OfferTable.tsx';
import { useAttempt } from './useAttempt.tsx';

type Found = AnswerOf<typeof listPluginOffers> & { address: string };

interface PluginRegistriesProps {
  plugins: InstalledPlugins;
  onTake: (address: string, file: string, sha256: string | null) => Promise<void>;
}

/** Packages at addresses: those that the organization keeps, or one that is typed. */
export const PluginRegistries = observer(function PluginRegistries({
  plugins,
  onTake,
}: PluginRegistriesProps) {
  const t = useTranslate('administration');
  const [address, setAddress] = useState('');
  const [found, setFound] = useState<Found>();
  /** The kept address that is being looked at. */
  const [looking, setLooking] = useState<string>();
  const { attempt, problem } = useAttempt();
  const look = async (at: string) => {
    setFound(undefined);
    setFound({ ...(await plugins.offers(at)), address: at });
  };
  const lookAtKept = async (at: string) => {
    setLooking(at);
    await attempt(look(at));
    setLooking(undefined);
  };
  const isKept = (typed: string) =>
    plugins.registries.some((each) => URL.canParse(typed) && each.address === new URL(typed).href);
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
                isPending={looking === registry.address}
                onPress={() => void lookAtKept(registry.address)}
              >
                {t('plugins.look')}
              </Button>
              <IconButton
                size="s"
                label={t('plugins.forget', { address: registry.address })}
                icon={<Trash2 aria-hidden="true" />}
                onPress={() => void attempt(plugins.forget(registry))}
              />
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={() => look(address)}>
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
      {found && !isKept(found.address) && (
        <div>
          <Button size="s" onPress={() => void attempt(plugins.keep(found.address))}>
            {t('plugins.keep')}
          </Button>
        </div>
      )}
    </section>
  );
});
