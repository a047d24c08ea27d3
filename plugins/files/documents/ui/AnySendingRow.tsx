import { observer } from 'mobx-react-lite';
import { useService } from '#core/react';
import type { DocumentOnItsWay } from '../api.ts';
import { SENDINGS } from '../model/sendings.ts';
import { SendingRow } from './SendingRow.tsx';
import './documents.css';

/** A file on its way, in a list of another plugin. */
export default observer(function AnySendingRow({ one: { id } }: { one: DocumentOnItsWay }) {
  const one = useService(SENDINGS).files.find((each) => each.id === id);
  return one ? <SendingRow one={one} /> : null;
});
