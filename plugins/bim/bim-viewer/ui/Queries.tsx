import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { allows } from '#core/access';
import { isAbort, sentenceOf } from '#core/kernel';
import { Button, Icon, IconButton, Select, TextField, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { MODEL_FINDER } from '../model/finding.ts';
import { KEPT_QUERIES } from '../model/kept-queries.ts';

/** Searches that the people of the project keep for each other. */
export const Queries = observer(function Queries() {
  const t = useTranslate('bim-viewer');
  const kept = useService(KEPT_QUERIES);
  const finder = useService(MODEL_FINDER);
  const { me } = useService(SESSION);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState<string>();
  const [error, setError] = useState<string>();
  const attempt = (work: Promise<void>) =>
    void work.then(
      () => setError(undefined),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
  useEffect(() => attempt(kept.read()), [kept]);
  const mayKeep = me !== undefined && allows(me, { needs: ['bim.comment'] });
  const query = kept.queries.find(({ id }) => id === chosen);
  return (
    <div className="bim-queries">
      {kept.queries.length > 0 && (
        <div className="bim-query">
          <Select
            label={t('query')}
            placeholder={t('query.choose')}
            value={chosen}
            options={kept.queries.map(({ id, name: title }) => ({ value: id, title }))}
            onChange={(id) => {
              setChosen(id);
              const one = kept.queries.find((each) => each.id === id);
              if (one) kept.search(one);
            }}
          />
          {mayKeep && query && (
            <IconButton
              label={t('query.delete', { name: query.name })}
              icon={<Icon name="delete" />}
              onPress={() => attempt(kept.remove(query))}
            />
          )}
        </div>
      )}
      {mayKeep && finder.isFiltered && name === undefined && (
        <Button size="s" variant="quiet" onPress={() => setName(query?.name ?? '')}>
          {t('query.keep')}
        </Button>
      )}
      {name !== undefined && (
        <form
          className="bim-query"
          onSubmit={(event) => {
            event.preventDefault();
            attempt(kept.keep(name.trim()).then(() => setName(undefined)));
          }}
        >
          <TextField label={t('query.name')} value={name} onChange={setName} maxLength={120} autoFocus />
          <Button type="submit" variant="primary" isDisabled={name.trim() === ''}>
            {t('query.save')}
          </Button>
          <IconButton
            label={t('query.cancel')}
            icon={<Icon name="close" />}
            onPress={() => setName(undefined)}
          />
        </form>
      )}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
});
