import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

/** Leads to the page that says which address is not found. */
export function ToNotFound() {
  const { pathname } = useLocation();
  // Another object would be another navigation.
  const [state] = useState({ from: pathname });
  return <Navigate to="/not-found" state={state} replace />;
}
