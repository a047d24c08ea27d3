import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService } from '#core/react';
import { DEPARTURE } from '../model/departure.ts';

/** Goes from the map to the page of exports when a command asks for it. */
export const Leave = observer(function Leave() {
  const departure = useService(DEPARTURE);
  const navigate = useNavigate();
  const { target } = departure;
  useEffect(() => {
    if (!target) return;
    departure.done();
    void navigate(target.path, { state: target.state });
  }, [target, departure, navigate]);
  return null;
});
